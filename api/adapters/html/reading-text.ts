import { micromark } from 'micromark';
import { frontmatter, frontmatterHtml } from 'micromark-extension-frontmatter';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type sanitizeHtml from 'sanitize-html';
import { CONTENT_ATTRIBUTES, DROPPED_ELEMENTS, ELEMENT_ALIASES, toStoredAttributes } from '#api/domain/content-html.ts';
import { extractHtmlOutline } from './html-outline.ts';
import { countWords, sanitizeUntilStable, toPlainText } from './html-sanitizer.ts';
import { hashWords } from './shared-text.ts';

/** A work of others as reviewers read it: like content, but nothing that the browser would request, and only https links. */
export type ReadingText = { html: string; chapters: Chapter[] };
export type Chapter = { id: string; title: string; level: number };
type Source = { format: 'html' | 'markdown'; url: string };

/** As much of a text as the index of similar works takes, in words as `toPlainText` separates them. */
export const INDEXED_WORDS_MAX = 20_000;
const CHAPTERS_MAX = 1_000;
const CHAPTER_TITLE_MAX_LENGTH = 200;
const FRONT_MATTER: ('yaml' | 'toml')[] = ['yaml', 'toml'];

/** A fetched text, sanitised, with what is stored beside it. `source`: its format, and the address that relative links start from. */
export function prepareReading(text: string, { format, url }: Source) {
  const html = sanitizeReading(format === 'markdown' ? renderMarkdown(text) : text, url);
  const plain = toPlainText(html);
  const words = plain.split(' ', INDEXED_WORDS_MAX).join(' ');
  return { html, wordCount: countWords(plain), words, wordsHash: hashWords(plain) };
}

/** The hash of the words of a stored text, as `prepareReading` makes it. */
export const hashReading = (stored: string): string => hashWords(toPlainText(stored));

/** A stored text, sanitised again, with an id for each heading. */
export function cleanReading(stored: string): ReadingText {
  const html = sanitizeReading(stored);
  const { headings } = extractHtmlOutline(html);
  let number = 0;
  return {
    // The sanitiser leaves headings without attributes, and escapes what only looks like one.
    html: html.replaceAll(/<(h[1-6])>/g, (_, name) => {
      number += 1;
      return `<${name} id="chapter-${number}">`;
    }),
    chapters: headings
      .map(({ level, text }, at) => ({ id: `chapter-${at + 1}`, title: formatChapterTitle(text), level }))
      .filter(({ title }) => title !== '')
      .slice(0, CHAPTERS_MAX),
  };
}

const formatChapterTitle = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, CHAPTER_TITLE_MAX_LENGTH);

const renderMarkdown = (text: string): string =>
  micromark(text, {
    // The result is sanitised like any HTML.
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm(), frontmatter(FRONT_MATTER)],
    htmlExtensions: [gfmHtml(), frontmatterHtml(FRONT_MATTER)],
  });

const REQUESTING_ELEMENTS = new Set(['img', 'video', 'input']);
const ELEMENTS = [...CONTENT_ATTRIBUTES.keys()].filter((name) => !REQUESTING_ELEMENTS.has(name));
const ATTRIBUTES = Object.fromEntries(
  ELEMENTS.map((name) => [name, (CONTENT_ATTRIBUTES.get(name) ?? []).filter((attribute) => attribute !== 'id')]),
);

function sanitizeReading(html: string, baseUrl?: string): string {
  return sanitizeUntilStable(html, (): sanitizeHtml.IOptions => ({
    allowedTags: ELEMENTS,
    allowedAttributes: { ...ATTRIBUTES, a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    nonTextTags: [...DROPPED_ELEMENTS],
    transformTags: {
      // What an image would show, in words.
      img: (tagName, { alt = '' }) =>
        alt.trim() === '' ? { tagName, attribs: {} } : { tagName: 'em', attribs: {}, text: `Image: ${alt.trim()}` },
      '*': (tagName, attributes) => {
        if (tagName === 'a') return { tagName, attribs: toReadingLink(attributes.href ?? '', baseUrl) };
        const name = ELEMENT_ALIASES[tagName] ?? tagName;
        return { tagName: name, attribs: toStoredAttributes(name, attributes) ?? {} };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && attribs.href === undefined ? 'excludeTag' : false),
  }));
}

function toReadingLink(href: string, baseUrl?: string): sanitizeHtml.Attributes {
  const url = /^\s*(#|$)/.test(href) ? null : URL.parse(href, baseUrl);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return {};
  return { href: url.href, rel: 'noopener noreferrer nofollow', target: '_blank' };
}
