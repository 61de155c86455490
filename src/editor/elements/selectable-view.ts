import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { NodeSelection } from '@milkdown/kit/prose/state';
import type { EditorView, NodeView, NodeViewConstructor } from '@milkdown/kit/prose/view';

/** The view of a node that is selected as a whole. */
export function selectable(make: (node: EditorNode, view: EditorView) => NodeView): NodeViewConstructor {
  return (node, view, getPos) => {
    const nodeView = make(node, view);
    selectOnClick(nodeView.dom as HTMLElement, view, getPos);
    return nodeView;
  };
}

/** A click selects the node as a whole. By itself the editor misses it where the node is narrower than its line. */
function selectOnClick(dom: HTMLElement, view: EditorView, getPos: () => number | undefined): void {
  dom.addEventListener('click', (event) => {
    const position = getPos();
    if (position === undefined || !view.editable || event.target instanceof HTMLVideoElement) return;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
    view.focus();
  });
}

/** A picture of another site, which the pages do not show. */
export function createExternalMediaNotice(src: string | null, label: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'remote-media';
  const host = src === null ? null : URL.parse(src)?.host;
  element.textContent = host
    ? `${label} from ${host}. It won’t show on the site. Upload it instead.`
    : `${label} without an address. It won’t show on the site.`;
  return element;
}
