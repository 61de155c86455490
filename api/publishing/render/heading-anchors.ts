import slugify from '@sindresorhus/slugify';
import { toPlainText } from '#api/adapters/html/html-text.ts';
import { createUniqueAnchor, toHeadingKey } from '#api/domain/content-html.ts';
import type { PostHeading } from '#api/domain/content.ts';
import { decodeAddressPart } from '#api/domain/decode-address.ts';

const HEADING = /<h([23])>(.*?)<\/h\1>/gs;
const WORDS_PER_MINUTE = 220;

/** Adds an anchor to each h2 and h3 of sanitised content, and lists them. Deterministic. */
export function addHeadingAnchors(content: string): { content: string; headings: PostHeading[] } {
  const headings: PostHeading[] = [];
  const used = new Map<string, number>();
  const anchored = content.replace(HEADING, (_match, level: string, inner: string) => {
    const text = toPlainText(inner);
    const id = createUniqueAnchor(slugify(text.slice(0, 200), { decamelize: false }).slice(0, 60) || 'section', used);
    headings.push({ id, text, level: Number(level) as 2 | 3 });
    return `<h${level} id="${id}">${inner}</h${level}>`;
  });
  return { content: linkHeadings(anchored, headings), headings };
}

/** Links to headings lead to our anchors, also those that another program derived from them, as in a table of contents. */
function linkHeadings(content: string, headings: readonly PostHeading[]): string {
  const ids = new Map(headings.toReversed().map(({ id, text }) => [toHeadingKey(text), id]));
  const known = new Set(headings.map(({ id }) => id));
  return content.replace(/<a href="#([^"]+)"/g, (link, name: string) => {
    const id = known.has(name) ? undefined : ids.get(toHeadingKey(decodeAddressPart(name)));
    return id === undefined ? link : `<a href="#${id}"`;
  });
}

/** Minutes to read that many words, at least 1. */
export function estimateReadingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE));
}
