import slugify from '@sindresorhus/slugify';
import { htmlToText } from '../adapters/html.ts';
import type { PostHeading } from './content.ts';

const HEADING = /<h([23])>(.*?)<\/h\1>/gs;
const WORDS_PER_MINUTE = 220;

/** Gives each h2 and h3 of sanitised content an anchor of its own, and lists them. Deterministic. */
export function anchorHeadings(content: string): { content: string; headings: PostHeading[] } {
  const headings: PostHeading[] = [];
  const used = new Set<string>();
  const anchored = content.replace(HEADING, (_match, level: string, inner: string) => {
    const text = htmlToText(inner);
    const id = freeAnchor(slugify(text.slice(0, 200), { decamelize: false }).slice(0, 60) || 'section', used);
    headings.push({ id, text, level: Number(level) as 2 | 3 });
    return `<h${level} id="${id}">${inner}</h${level}>`;
  });
  return { content: anchored, headings };
}

/** Minutes to read so many words in one's head, at least 1. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}

function freeAnchor(wanted: string, used: Set<string>): string {
  let id = wanted;
  for (let n = 2; used.has(id); n += 1) id = `${wanted}-${n}`;
  used.add(id);
  return id;
}
