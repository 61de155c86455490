import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { BLOCK_ELEMENTS } from '#api/domain/content-elements.ts';
import { parseInertBody } from '#src/editor/html/inert-dom.ts';

/** What the bar and the outline of a writing screen show of a text. */
export type TextFacts = { wordCount: number; headings: { level: number; text: string }[] };

export const NO_TEXT: TextFacts = { wordCount: 0, headings: [] };

const BLOCKS = BLOCK_ELEMENTS.join(', ');
/** Of blocks, which never change: a key in a long text makes one of them anew. */
const factsCache = new WeakMap<EditorNode, TextFacts>();

/** The facts of a document; only the blocks that changed since the last call are read. */
export function readTextFacts(doc: EditorNode): TextFacts {
  const facts: TextFacts = { wordCount: 0, headings: [] };
  doc.forEach((block) => {
    const { wordCount, headings } = readBlockFacts(block);
    facts.wordCount += wordCount;
    facts.headings.push(...headings);
  });
  return facts;
}

function readBlockFacts(block: EditorNode): TextFacts {
  const cached = factsCache.get(block);
  if (cached) return cached;
  const isRaw = block.type.name === 'rawHtml';
  const facts = isRaw ? readHtmlFacts(String(block.attrs.html)) : readNodeFacts(block);
  factsCache.set(block, facts);
  return facts;
}

function readNodeFacts(block: EditorNode): TextFacts {
  const headings: TextFacts['headings'] = [];
  const addHeading = (node: EditorNode) => {
    if (node.type.name === 'heading') headings.push({ level: node.attrs.level, text: node.textContent.trim() });
    return !node.isTextblock;
  };
  if (addHeading(block)) block.descendants(addHeading);
  const text = block.isLeaf ? readLeaf(block) : block.textBetween(0, block.content.size, ' ', readLeaf);
  return { wordCount: countWords(text), headings };
}

/** The text of a node that is edited by fields, such as a button. */
const readLeaf = (node: EditorNode) => node.type.spec.leafText?.(node) ?? ' ';

/** The facts of HTML, for a text that no editor shows yet. */
export function readHtmlFacts(html: string): TextFacts {
  const body = parseInertBody(html);
  const headings = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName, textContent }) => ({
    level: Number(localName.slice(1)),
    text: textContent.trim(),
  }));
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const inside = node.parentElement?.closest(BLOCKS) ?? null;
    text += inside === block ? node.nodeValue : ` ${node.nodeValue}`;
    block = inside;
  }
  return { wordCount: countWords(text), headings };
}

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0;
