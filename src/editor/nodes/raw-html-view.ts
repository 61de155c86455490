import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import type { Command } from '@milkdown/kit/prose/state';
import type { NodeView } from '@milkdown/kit/prose/view';
import { isElement, parseInert } from '#src/editor/html/inert-dom.ts';
import { readFreely } from '#src/editor/html/from-html.ts';
import { isOwnFile } from '#src/editor/link-url.ts';
import { remoteNote } from './external-media-notice.ts';

const SHOWN = new Set(
  'h1 h2 h3 h4 h5 h6 p br hr strong em del code pre blockquote ul ol li a img video figure figcaption table thead tbody tfoot tr th td caption'.split(
    ' ',
  ),
);
const ATTRIBUTES = ['title', 'alt', 'width', 'height', 'colspan', 'rowspan', 'align', 'start'];

/** A block that is kept to the letter: shown as it is on the page, with a label, and not to be edited. */
export function keptView(node: EditorNode): NodeView {
  const dom = document.createElement('div');
  dom.className = 'kept';
  const label = document.createElement('p');
  label.className = 'kept-label';
  label.textContent = 'Kept as it is';
  const content = document.createElement('div');
  content.className = 'kept-content';
  content.append(...copies(parseInert(String(node.attrs.html))));
  dom.append(label, content);
  return { dom, ignoreMutation: () => true };
}

/** The nearest form that can be edited, in place of the selected block. */
export const makeEditable: Command = (state, dispatch) => {
  const { from, to } = state.selection;
  const node = state.doc.nodeAt(from);
  if (node?.type.name !== 'kept') return false;
  const blocks = readFreely(state.schema, String(node.attrs.html));
  dispatch?.(state.tr.replaceWith(from, to, blocks).scrollIntoView());
  return true;
};

/** New elements for what may be shown, one by one: no markup of the text gets into the page itself. Links lead nowhere. */
function copies(parent: Node): Node[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
    return isElement(node) ? [copyOf(node)] : [];
  });
}

function copyOf(element: HTMLElement): Node {
  const name = element.localName;
  const src = element.getAttribute('src');
  if ((name === 'img' || name === 'video') && !isOwnFile(src)) {
    return remoteNote(src, name === 'img' ? 'A picture' : 'A video');
  }
  const copy = document.createElement(SHOWN.has(name) ? name : 'span');
  for (const attribute of ATTRIBUTES) {
    const value = element.getAttribute(attribute);
    if (value !== null) copy.setAttribute(attribute, value);
  }
  if (isOwnFile(src)) copy.setAttribute('src', src);
  copy.append(...copies(element));
  return copy;
}
