import { selectedRect } from '@milkdown/kit/prose/tables';
import {
  type Align,
  isHeadRow,
  setAlign,
  setCaption,
  tableActions,
  toggleHeadRow,
} from '#src/editor/commands/tables.ts';
import { ContextButton, type ToolsProps } from './ContextButton.tsx';
import { ContextField } from './ContextField.tsx';

const ALIGNS: [label: string, align: Align][] = [
  ['Align left', null],
  ['Align centre', 'center'],
  ['Align right', 'right'],
];

/** Rows, columns, head, alignment and caption of a table. */
export function TableTools({ view, state, run }: ToolsProps) {
  const { table, map, tableStart, left, top } = selectedRect(state);
  const cell = state.doc.nodeAt(tableStart + (map.map[top * map.width + left] ?? 0));
  return (
    <>
      {tableActions.map(({ label, command }) => (
        <ContextButton key={label} label={label} isOff={!command(state)} onClick={() => run(command)} />
      ))}
      <ContextButton label="Header row" isOn={isHeadRow(state)} onClick={() => run(toggleHeadRow)} />
      {ALIGNS.map(([label, align]) => (
        <ContextButton
          key={label}
          label={label}
          isOn={cell?.attrs.align === align}
          onClick={() => run(setAlign(align))}
        />
      ))}
      <ContextField
        label="Caption"
        value={table.attrs.caption ?? ''}
        onValueChange={(value) => setCaption(value || null)(view.state, view.dispatch)}
        onDone={() => view.focus()}
      />
    </>
  );
}
