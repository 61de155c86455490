import { NodeSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';

/** A click selects the node as a whole. By itself the editor misses it where the node is narrower than its line. */
export function selectOnClick(dom: HTMLElement, view: EditorView, getPos: () => number | undefined): void {
  dom.addEventListener('click', (event) => {
    const position = getPos();
    if (position === undefined || !view.editable || event.target instanceof HTMLVideoElement) return;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
    view.focus();
  });
}
