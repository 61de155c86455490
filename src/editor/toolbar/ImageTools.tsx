import {
  deleteSelectedNode,
  hasCaption,
  moveBlock,
  getSelectedNode,
  setAttributes,
  toggleCaption,
} from '#src/editor/commands/media.ts';
import { setDecorative } from '#src/editor/decorative-images.ts';
import { ContextButton, type ToolsProps } from './ContextButton.tsx';
import { ContextField } from './ContextField.tsx';

/** The alternative text of a picture, its caption, its place. */
export function ImageTools({ view, state, run }: ToolsProps) {
  const node = getSelectedNode(state);
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
            label="Alt text"
            value={alt}
            maxLength={500}
            disabled={isDecorative}
            placeholder={isDecorative ? 'Not needed (decorative)' : 'Describe the image'}
            onValueChange={(value) => set({ alt: value })}
            onDone={() => view.focus()}
          />
          <label className="editor-check" title="The image adds no information. Remembered in this browser only.">
            <input
              type="checkbox"
              checked={isDecorative}
              onChange={({ currentTarget: { checked } }) => {
                setDecorative(String(node.attrs.src), checked);
                set(checked ? { isDecorative: true, alt: '' } : { isDecorative: false });
              }}
            />
            <span>Decorative</span>
          </label>
        </>
      )}
      {isFigure && <ContextButton label="Caption" isOn={hasCaption(state)} onClick={() => run(toggleCaption)} />}
      <ContextButton label="Move up" onClick={() => run(moveBlock(-1))} />
      <ContextButton label="Move down" onClick={() => run(moveBlock(1))} />
      <ContextButton label="Delete" onClick={() => run(deleteSelectedNode)} />
    </>
  );
}
