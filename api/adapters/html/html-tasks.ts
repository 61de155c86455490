import { countRemovedCharacters } from '#api/domain/text-diff.ts';
import { sanitizeContent } from './html-sanitizer.ts';
import { countWords, toPlainText } from './html-text.ts';
import { rewriteHtmlUrls } from './html-url-rewriter.ts';
import { findLastVersions, listBlockHashes } from './block-hashes.ts';
import { type HtmlOutline, extractHtmlOutline } from './html-outline.ts';
import { readPageMeta } from './page-meta.ts';
import { diffReadings } from './reading-diff.ts';
import { cleanReading, hashReading, prepareReading } from './reading-text.ts';
import { rewriteUrl } from './release-urls.ts';
import { measureSharedText } from './shared-text.ts';

/** Content as it is stored, with what is derived from it. `text` is that of `toPlainText`, as far as search indexes it. */
export type PreparedContent = { content: string; text: string; wordCount: number };
/** Sanitised content that is longer than it may be is only measured: copying it between threads takes time. */
export type TooLong = { tooLong: true };

/** The search index takes half a second of the server's thread for 200,000 different words; a book has some 20,000. */
export const SEARCH_MAX_DIFFERENT_WORDS = 40_000;

const readingTasks = { prepareReading, cleanReading, hashReading, diffReadings, measureSharedText };

/** What the HTML processor can do, here or in its worker: pure functions of values that a message can carry. */
export const htmlTasks = {
  prepareContent,
  outlineContent,
  rewriteUrls,
  countRemovedCharacters,
  readPageMeta,
  listBlockHashes,
  findLastVersions,
  ...readingTasks,
};
export type HtmlTasks = typeof htmlTasks;

function prepareContent(html: string, maxLength: number): PreparedContent | TooLong {
  const content = sanitizeContent(html);
  if (content.length > maxLength) return { tooLong: true };
  const text = toPlainText(content);
  return { content, text: cutForSearch(text), wordCount: countWords(text) };
}

/** Cuts a text where it exceeds the number of different words that search indexes; no text of a person is that long. */
function cutForSearch(text: string): string {
  const words = new Set<string>();
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    words.add(word);
    if (words.size > SEARCH_MAX_DIFFERENT_WORDS) return text.slice(0, index).trimEnd();
  }
  return text;
}

/** The images, links and headings of content as it would be stored. */
function outlineContent(html: string): HtmlOutline {
  return extractHtmlOutline(sanitizeContent(html));
}

function rewriteUrls(html: string, site: { base: string; siteUrl: string }): string {
  return rewriteHtmlUrls(html, (url) => rewriteUrl(url, site));
}
