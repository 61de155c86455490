import type { Fragment, Mark, Node as EditorNode } from '@milkdown/kit/prose/model';
import { type Attributes, serializeStored, serializeText } from './serialize-html.ts';

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
  const html = writeNode(node);
  htmlCache.set(node, html);
  return html;
}

/** The blocks in a node, one after the other. */
export function writeBlocks(content: Fragment): string {
  let html = '';
  content.forEach((node) => {
    html += writeNode(node);
  });
  return html;
}

/** A node as its element says, or else as it is shown, with the attributes that are stored. */
function writeNode(node: EditorNode): string {
  if (node.isText) return serializeText(node.text ?? '');
  const { spec, markSet } = node.type;
  if (spec.toHtml) return spec.toHtml(node);
  // Nodes in which no mark is allowed hold blocks.
  const inner = markSet?.length === 0 ? writeBlocks(node.content) : writeInline(node.content);
  return writeElement(spec.toDOM?.(node), inner);
}

function writeElement(shown: unknown, inner: string): string {
  const [tag, attributes] = shown as [string, unknown];
  return serializeStored(tag, attributes && typeof attributes === 'object' ? (attributes as Attributes) : {}, inner);
}

type Piece = { node: EditorNode; marks: readonly Mark[] };

/** Text with its marks. */
export function writeInline(content: Fragment): string {
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
      html += writeNode(piece.node);
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

const writeMark = (mark: Mark, inner: string) => writeElement(mark.type.spec.toDOM?.(mark, true), inner);
