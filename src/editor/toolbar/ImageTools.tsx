import {
  deleteSelected,
  hasCaption,
  moveBlock,
  selectedNode,
  setAttributes,
  toggleCaption,
} from '#src/editor/commands/media.ts';
import { rememberDecorative } from '#src/editor/decorative-images.ts';
import { Tool, type ToolsProps } from './ContextToolbar.tsx';
import { ContextField } from './ContextField.tsx';

/** The alternative text of a picture, its caption, its place. */
export function PictureTools({ view, state, run }: ToolsProps) {
  const node = selectedNode(state);
  if (!node) return null;
  const { alt, isDecorative } = node.attrs;
  const isPicture = node.type.name.endsWith('image');
  const isFigure = state.selection.$from.parent.type.name === 'figure';
  const set = (attrs: Record<string, unknown>) => setAttributes(attrs)(view.state, view.dispatch);
  return (
    <>
      {isPicture && (
        <>
          <ContextField
            label="Alternative text"
            value={alt}
            maxLength={500}
            disabled={isDecorative}
            placeholder={isDecorative ? 'None: it is decoration' : 'What the picture shows'}
            onWrite={(value) => set({ alt: value })}
            onDone={() => view.focus()}
          />
          <label className="editor-check" title="It says nothing of its own. Remembered in this browser.">
            <input
              type="checkbox"
              checked={isDecorative}
              onChange={({ currentTarget: { checked } }) => {
                rememberDecorative(String(node.attrs.src), checked);
                set(checked ? { isDecorative: true, alt: '' } : { isDecorative: false });
              }}
            />
            <span>Decorative</span>
          </label>
        </>
      )}
      {isFigure && <Tool label="Caption" isOn={hasCaption(state)} onClick={() => run(toggleCaption)} />}
      <Tool label="Move up" onClick={() => run(moveBlock(-1))} />
      <Tool label="Move down" onClick={() => run(moveBlock(1))} />
      <Tool label="Delete" onClick={() => run(deleteSelected)} />
    </>
  );
}
