import { Parser } from 'htmlparser2';
import { BLOCK_ELEMENTS } from '#api/domain/content-elements.ts';

/** Elements that begin a line of their own. */
export const BLOCKS = new Set([...BLOCK_ELEMENTS, 'br', 'address', 'div', 'section']);

/** The text of HTML, entities decoded, one space between words and blocks. */
export function toPlainText(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (chunk) => {
      text += chunk;
    },
    onopentagname: (name) => {
      if (BLOCKS.has(name)) text += ' ';
    },
    onclosetag: (name) => {
      if (BLOCKS.has(name)) text += ' ';
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}

/** How many words a result of `toPlainText` has. */
export function countWords(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) count += 1;
  return count;
}

/** What images show, in words: part of the text that is counted, searched and compared. */
export const describeImages = (html: string): string =>
  html.replaceAll(/<img alt="([^"]*)" \/>/g, (_, alt) => (alt === '' ? '' : `<em>Image: ${alt}</em>`));
