import { BLOCK_ELEMENTS } from '#api/domain/content-elements.ts';

/** Shorter quotes are words, not passages. */
const QUOTE = /[“"]([^“”"]{12,600})[”"]/g;
const BLOCKS = BLOCK_ELEMENTS.join(', ');

/** The passages that comments quote: “…”. */
export const listQuotes = (comments: string): string[] => [...comments.matchAll(QUOTE)].map(([, quote = '']) => quote);

/** Spaces, quotation marks, case and a cut end are no difference. */
const normalize = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/(…|\.{3})\s*$/, '')
    .trim()
    .toLowerCase();

/** Marks the first paragraph that holds each quote, with the ids `passage-1` and so on. @returns how many were found */
export function markPassages(nodes: ParentNode, quotes: readonly string[]): number {
  if (quotes.length === 0) return 0;
  const blocks = [...nodes.querySelectorAll<HTMLElement>(BLOCKS)]
    .filter((block) => !block.querySelector(BLOCKS))
    .map((block) => ({ block, text: normalize(block.textContent ?? '') }));
  const marked = new Set<HTMLElement>();
  for (const quote of quotes) {
    const found = blocks.find(({ block, text }) => !marked.has(block) && text.includes(normalize(quote)));
    if (!found) continue;
    marked.add(found.block);
    markBlock(found.block, marked.size);
  }
  return marked.size;
}

function markBlock(block: HTMLElement, number: number): void {
  const tag = document.createElement('span');
  tag.className = 'passage-tag';
  tag.textContent = `AI, passage ${number}`;
  block.id = `passage-${number}`;
  block.classList.add('passage');
  block.prepend(tag);
}
