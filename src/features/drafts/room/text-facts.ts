/** What the bar and the outline say about a text. */
export type TextFacts = { wordCount: number; headings: { level: number; text: string }[] };

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, td, th, pre, dt, dd, summary, figcaption, .plain';
const WORDS_PER_MINUTE = 220;

/** Reads the DOM of the text, as the editor shows it or as parsed from HTML: cheaper than serializing the editor. */
export function readTextFacts(root: HTMLElement): TextFacts {
  const headings = [...root.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName, textContent }) => ({
    level: Number(localName.slice(1)),
    text: textContent.trim(),
  }));
  return { wordCount: countWords(root), headings };
}

function countWords(root: HTMLElement): number {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const inside = node.parentElement?.closest(BLOCKS) ?? null;
    text += inside === block ? node.nodeValue : ` ${node.nodeValue}`;
    block = inside;
  }
  return text.match(/\S+/g)?.length ?? 0;
}

/** '305 words · 2 min read'; at the same reading speed as on the page. */
export function formatLength({ wordCount }: TextFacts): string {
  if (wordCount === 0) return '';
  const minutes = Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE));
  return `${wordCount.toLocaleString('en-NZ')} ${wordCount === 1 ? 'word' : 'words'} · ${minutes} min read`;
}
