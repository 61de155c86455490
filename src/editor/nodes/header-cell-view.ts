import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import type { NodeView } from '@milkdown/kit/prose/view';
import { toCellAttributes } from '#src/editor/schema/tables.ts';

/** A header cell. While it is empty it names no column, so it is announced as an ordinary cell. */
export function createHeaderCellView(node: EditorNode): NodeView {
  const dom = document.createElement('th');
  for (const [name, value] of Object.entries(toCellAttributes(node.attrs))) dom.setAttribute(name, value);
  const showRole = ({ textContent }: EditorNode) => {
    if (textContent.trim() === '') dom.setAttribute('role', 'cell');
    else dom.removeAttribute('role');
  };
  showRole(node);
  return {
    dom,
    contentDOM: dom,
    update(next) {
      if (!next.sameMarkup(node)) return false;
      showRole(next);
      return true;
    },
  };
}
