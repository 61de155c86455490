import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Command, NodeSelection, TextSelection } from '@milkdown/kit/prose/state';
import { getSelectedNode, insertBlock } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { serializeStored, serializeText } from '#src/editor/html/serialize-html.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';
import { getMarkType } from '#src/editor/mark-type.ts';

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

/** The paragraph of a block; an empty one while it says nothing. `image` is one of this site. */
export function writeLinkBlock(block: string, text: string, href: string, image: string | null = null): string {
  const address = normalizeLinkUrl(href);
  const label = serializeText(toLine(text));
  if (label === '') return serializeStored('p', {});
  return serializeStored(
    'p',
    { 'data-block': block, 'data-image': image },
    address ? serializeStored('a', { href: address }, label) : label,
  );
}

/** A link with what is said below it: a description, and a note such as the name of a site, which is stored in italics. */
export type LinkCard = { text: string; href: string; description: string; note: string; image: string | null };

export const EMPTY_CARD: LinkCard = { text: '', href: '', description: '', note: '', image: null };

/** The paragraph of a card: the link, the description and the note, each on a line of its own; false for any other. */
export function readLinkCard(dom: HTMLElement): LinkCard | false {
  const [link, ...others] = dom.childNodes;
  const lines = splitLines(others);
  const first = dom.ownerDocument.createElement('p');
  if (link) first.append(link.cloneNode(true));
  const read = readLinkBlock(first);
  if (!read || read.href === '' || lines === null) return false;
  const note = lines.at(-1)?.nodeName === 'EM' ? lines.pop() : undefined;
  const [description, more] = lines;
  const isPlain = (node: Node | undefined) => [...(node?.childNodes ?? [])].every(isTextNode);
  if (more || !isPlain(note) || (description && !isTextNode(description))) return false;
  return {
    ...read,
    description: toLine(description?.textContent ?? ''),
    note: toLine(note?.textContent ?? ''),
    image: dom.getAttribute('data-image'),
  };
}

const isTextNode = (node: Node) => node.nodeType === Node.TEXT_NODE;

/** Each node after a line break; null where it isn't one node to a line. */
function splitLines(nodes: ChildNode[]): ChildNode[] | null {
  const isBreak = (node: ChildNode, at: number) => (node.nodeName === 'BR') === (at % 2 === 0);
  if (nodes.length % 2 === 1 || !nodes.every(isBreak)) return null;
  return nodes.filter((_node, at) => at % 2 === 1);
}

/** As `readLinkCard` reads it; an empty paragraph without an address. */
export function writeLinkCard(block: string, { text, href, description, note, image }: LinkCard): string {
  const address = normalizeLinkUrl(href);
  if (!address) return serializeStored('p', {});
  const line = (html: string) => (html === '' ? '' : serializeStored('br', {}) + html);
  const said = serializeText(toLine(note));
  return serializeStored(
    'p',
    { 'data-block': block, 'data-image': image },
    serializeStored('a', { href: address }, serializeText(toLine(text) || address)) +
      line(serializeText(toLine(description))) +
      line(said && serializeStored('em', {}, said)),
  );
}

/** A paragraph with the link in place of the selected block. */
export const convertToLink: Command = (state, dispatch) => {
  const node = getSelectedNode(state);
  const href = node && normalizeLinkUrl(node.attrs.href);
  if (!node || !href) return false;
  const { schema, selection } = state;
  const text = schema.text(node.attrs.text || href, [getMarkType(schema, 'link').create({ href })]);
  const tr = state.tr.replaceWith(selection.from, selection.to, getNodeType(schema, 'paragraph').create(null, text));
  dispatch?.(
    tr.setSelection(TextSelection.near(tr.doc.resolve(selection.from + 1 + text.nodeSize), -1)).scrollIntoView(),
  );
  return true;
};

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
