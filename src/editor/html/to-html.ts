import type { Fragment, Mark, Node as EditorNode } from '@milkdown/kit/prose/model';
import { toCellAttributes } from '#src/editor/schema/tables.ts';
import { serializeElement, serializeStored, serializeText } from './serialize-html.ts';

/** Cached HTML by block: blocks are immutable, and a key press in a long text replaces only one of them. */
const htmlCache = new WeakMap<EditorNode, string>();

/** The document as HTML that the sanitiser of the server leaves as it is. */
export function toHtml(doc: EditorNode): string {
  let html = '';
  doc.content.forEach((node) => {
    const isFiller = node.attrs.isFiller && node.content.size === 0;
    html += isFiller ? '' : writeCached(node);
  });
  return html;
}

function writeCached(node: EditorNode): string {
  const cached = htmlCache.get(node);
  if (cached !== undefined) return cached;
  const html = writeBlock(node);
  htmlCache.set(node, html);
  return html;
}

function writeChildren(content: Fragment): string {
  let html = '';
  content.forEach((node) => {
    html += writeBlock(node);
  });
  return html;
}

function writeBlock(node: EditorNode): string {
  const { attrs, content } = node;
  switch (node.type.name) {
    case 'paragraph':
      return serializeElement('p', {}, writeInline(content));
    case 'plain':
      return writeInline(content);
    case 'heading':
      return serializeElement(`h${attrs.level}`, {}, writeInline(content));
    case 'code_block':
      return writeCode(node);
    case 'rule':
      return serializeElement('hr', {});
    case 'ordered_list':
      return serializeElement('ol', { start: attrs.start }, writeChildren(content));
    case 'list_item':
      return serializeStored('li', { id: attrs.id }, writeChildren(content));
    case 'definition_term':
      return serializeElement('dt', {}, writeInline(content));
    case 'details':
      return serializeStored('details', { open: attrs.isOpen ? '' : null }, writeChildren(content));
    case 'details_summary':
      return serializeElement('summary', {}, writeInline(content));
    case 'table':
      return writeTable(node);
    case 'figcaption':
      return serializeElement('figcaption', {}, writeInline(content));
    case 'figure':
      return serializeElement('figure', {}, writeInline(content));
    case 'rawHtml':
      return String(attrs.html);
    default:
      return serializeElement(ELEMENTS[node.type.name] ?? 'p', {}, writeChildren(content));
  }
}

const ELEMENTS: Record<string, string> = {
  blockquote: 'blockquote',
  bullet_list: 'ul',
  definition_list: 'dl',
  definition_description: 'dd',
};

function writeCode({ attrs, textContent }: EditorNode): string {
  const text = serializeText(textContent);
  if (attrs.isBare) return serializeElement('pre', {}, text);
  const attributes = { class: attrs.language ? `language-${attrs.language}` : null };
  return serializeElement('pre', {}, serializeElement('code', attributes, text));
}

function writeTable({ attrs, content }: EditorNode): string {
  const sections: { name: string; rows: string }[] = [];
  content.forEach((row) => {
    const name = String(row.attrs.section);
    const last = sections.at(-1);
    const section = last?.name === name && !row.attrs.isSectionStart ? last : { name, rows: '' };
    if (section !== last) sections.push(section);
    section.rows += serializeElement('tr', {}, writeCells(row));
  });
  const caption = attrs.caption === null ? '' : serializeElement('caption', {}, serializeText(attrs.caption));
  return serializeElement(
    'table',
    {},
    caption + sections.map(({ name, rows }) => serializeElement(name, {}, rows)).join(''),
  );
}

function writeCells(row: EditorNode): string {
  let html = '';
  row.content.forEach((cell) => {
    const name = cell.type.name === 'table_header' ? 'th' : 'td';
    html += serializeElement(name, toCellAttributes(cell.attrs), writeChildren(cell.content));
  });
  return html;
}

type Piece = { node: EditorNode; marks: readonly Mark[] };

function writeInline(content: Fragment): string {
  const pieces: Piece[] = [];
  content.forEach((node) => {
    pieces.push({ node, marks: node.marks });
  });
  return writePieces(pieces.map((piece, at) => (isCollapsedSpace(pieces, at) ? { ...piece, marks: [] } : piece)));
}

/** White space that is not rendered: at the start or end of a line, or after other white space. It gets no marks. */
function isCollapsedSpace(pieces: Piece[], at: number): boolean {
  const isBlank = ({ node }: Piece) => node.isText && /^[ \t\r\n\f]*$/.test(node.text ?? '');
  const isEdge = (piece: Piece | undefined) => !piece || piece.node.type.name === 'hard_break';
  const piece = pieces[at];
  if (!piece || !isBlank(piece)) return false;
  const before = pieces.slice(0, at).findLast((each) => !isBlank(each));
  const behind = pieces.slice(at).find((each) => !isBlank(each));
  return isEdge(before) || isEdge(behind) || /[ \t\r\n\f]$/.test(pieces[at - 1]?.node.text ?? '');
}

/** Marks as nested elements: the outermost first, each around as much as it spans. */
function writePieces(pieces: Piece[]): string {
  let html = '';
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at] as Piece;
    const outer = findOutermostMark(pieces, at);
    if (!outer) {
      html += writeLeaf(piece.node);
      at += 1;
      continue;
    }
    const inside = pieces.slice(at, at + outer.length).map(({ node, marks }) => ({
      node,
      marks: marks.filter((mark) => !isSame(mark, outer.mark)),
    }));
    html += writeMark(outer.mark, writePieces(inside));
    at += outer.length;
  }
  return html;
}

type Span = { mark: Mark; length: number };

function findOutermostMark(pieces: Piece[], at: number): Span | null {
  const spans = (pieces[at]?.marks ?? []).map((mark) => ({ mark, length: measureSpan(pieces, at, mark) }));
  spans.sort((a, b) => (isNestedIn(a.mark, b.mark) ? 1 : isNestedIn(b.mark, a.mark) ? -1 : b.length - a.length));
  return spans[0] ?? null;
}

/** Whether it was parsed as the inner one; unknown for a typed mark. */
function isNestedIn({ attrs: { depth } }: Mark, other: Mark): boolean {
  return depth !== null && other.attrs.depth !== null && depth > other.attrs.depth;
}

/** The number of pieces over which a mark continues as the outer one. */
function measureSpan(pieces: Piece[], at: number, mark: Mark): number {
  let end = at + 1;
  for (; end < pieces.length; end += 1) {
    const { marks } = pieces[end] as Piece;
    const same = marks.find((each) => isSame(each, mark));
    if (!same || marks.some((each) => !isSame(each, mark) && isNestedIn(same, each))) break;
  }
  return end - at;
}

/** Equal but for where they were found. */
function isSame(a: Mark, b: Mark): boolean {
  if (a.type !== b.type) return false;
  return Object.keys(a.attrs).every((name) => name === 'depth' || a.attrs[name] === b.attrs[name]);
}

const MARKS: Record<string, string> = {
  link: 'a',
  strong: 'strong',
  em: 'em',
  strike: 'del',
  highlight: 'mark',
  subscript: 'sub',
  superscript: 'sup',
  keyboard: 'kbd',
  code: 'code',
};

function writeMark({ type, attrs }: Mark, inner: string): string {
  const name = MARKS[type.name] ?? 'em';
  return serializeStored(name, { ...attrs, class: attrs.language && `language-${attrs.language}` }, inner);
}

function writeLeaf(node: EditorNode): string {
  const { attrs } = node;
  switch (node.type.name) {
    case 'text':
      return serializeText(node.text ?? '');
    case 'hard_break':
      return serializeElement('br', {});
    case 'image':
    case 'figure_image': {
      const { src, alt, title, width, height } = attrs;
      return serializeStored('img', { src, alt, title, width, height });
    }
    case 'video':
    case 'figure_video': {
      const { src, width, height } = attrs;
      return serializeStored('video', { src, width, height });
    }
    case 'checkbox':
      return serializeStored('input', { type: 'checkbox', checked: attrs.isChecked ? '' : null });
    case 'anchor':
      return serializeStored('a', { id: attrs.id });
    default:
      return writeBlock(node);
  }
}
