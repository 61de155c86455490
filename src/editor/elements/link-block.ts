import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, NodeSelection } from '@milkdown/kit/prose/state';
import { insertBlock } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { serializeStored, serializeText } from '#src/editor/html/serialize-html.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';

/** The text and the address of a paragraph that holds a link and nothing else, or text alone; false for any other. */
export function readLinkBlock(dom: HTMLElement): { text: string; href: string } | false {
  const [only, more] = dom.childNodes;
  const link = only?.nodeName === 'A' ? (only as HTMLElement) : null;
  const isText = (node: Node | undefined) => node === undefined || node.nodeType === Node.TEXT_NODE;
  const isPlain = link ? link.hasAttribute('href') && !link.title && !link.id : isText(only);
  if (more !== undefined || !isPlain || ![...(link?.childNodes ?? [])].every(isText)) return false;
  const text = toLine(only?.textContent ?? '');
  return text === '' ? false : { text, href: link?.getAttribute('href') ?? '' };
}

/** The paragraph of a block; an empty one while it says nothing. */
export function writeLinkBlock(block: string, text: string, href: string): string {
  const address = normalizeLinkUrl(href);
  const label = serializeText(toLine(text));
  if (label === '') return serializeStored('p', {});
  return serializeStored(
    'p',
    { 'data-block': block },
    address ? serializeStored('a', { href: address }, label) : label,
  );
}

const toLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Inserts an empty block, and selects it so that its fields are there. */
export const insertLinkBlock =
  (name: string): Command =>
  (state, dispatch) => {
    const block = getNodeType(state.schema, name).create();
    return insertBlock(
      state,
      block,
      dispatch && ((tr) => dispatch(tr.setSelection(NodeSelection.create(tr.doc, findNode(tr.doc, block))))),
    );
  };

/** Where a node is in a document that holds it. */
export function findNode(doc: EditorNode, wanted: EditorNode): number {
  let found = 0;
  doc.descendants((node, pos) => {
    if (node === wanted) found = pos;
    return node.isBlock && !node.isTextblock;
  });
  return found;
}
