import { micromark } from 'micromark';
import { frontmatter, frontmatterHtml } from 'micromark-extension-frontmatter';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type sanitizeHtml from 'sanitize-html';
import { ELEMENT_ALIASES } from '#api/domain/content-element-names.ts';
import { CONTENT_ELEMENTS, listElements, toStoredAttributes } from '#api/domain/content-elements.ts';
import { DROPPED_ELEMENTS } from '#api/domain/content-html.ts';
import { extractHtmlOutline } from './html-outline.ts';
import { sanitizeUntilStable } from './html-sanitizer.ts';
import { countWords, describeImages, toPlainText } from './html-text.ts';
import { createRemovedLinks, judgeLink, toPlainLine } from './reading-links.ts';
import { hashWords, INDEXED_WORDS_MAX } from './shared-text.ts';

/**
 * A work of others as reviewers read it: like content, but nothing that the browser would request, and only https links. An
 * image keeps its place and its alt text; its address is not in the HTML.
 */
export type ReadingText = { html: string; chapters: Chapter[] };
export type Chapter = { id: string; title: string; level: number };
/** An image by its place in the text. `url` is null where it has no https: address. */
export type ReadingImage = { url: string | null; alt: string };
type Source = { format: 'html' | 'markdown'; url: string };

const CHAPTERS_MAX = 1_000;
const CHAPTER_TITLE_MAX_LENGTH = 200;
/** So many images of a text can be shown; the others are named. */
const IMAGES_MAX = 200;
const IMAGE_URL_MAX_LENGTH = 2_000;
const ALT_MAX_LENGTH = 500;
const FRONT_MATTER: ('yaml' | 'toml')[] = ['yaml', 'toml'];

/** A fetched text, sanitised, with what is stored beside it. `source`: its format, and the address that relative links start from. */
export function prepareReading(text: string, { format, url }: Source) {
  const removedLinks = createRemovedLinks(url);
  const source = { url, removedLinks };
  const sanitized = sanitizeReading(format === 'markdown' ? renderMarkdown(text) : text, source);
  const html = sanitized.replaceAll(/<img src="[^"]*"/g, '<img');
  const plain = toPlainText(describeImages(html));
  return {
    html,
    wordCount: countWords(plain),
    words: plain.split(' ', INDEXED_WORDS_MAX).join(' '),
    wordsHash: hashWords(plain),
    images: listImages(sanitized),
    removedLinks: removedLinks.list(),
  };
}

const listImages = (html: string): ReadingImage[] =>
  extractHtmlOutline(html)
    .images.slice(0, IMAGES_MAX)
    .map(({ src, alt }) => ({ url: src !== '' && src.length <= IMAGE_URL_MAX_LENGTH ? src : null, alt }));

/** The hash of the words of a stored text, as `prepareReading` makes it. */
export const hashReading = (stored: string): string => hashWords(toPlainText(describeImages(stored)));

/** A stored text, sanitised again, with an id for each heading and a number for each image. */
export function cleanReading(stored: string): ReadingText {
  const html = sanitizeReading(stored);
  const { headings } = extractHtmlOutline(html);
  let number = 0;
  let imageNumber = 0;
  return {
    // The sanitiser leaves headings without attributes, and escapes what only looks like one.
    html: html
      .replaceAll(/<(h[1-6])>/g, (_, name) => {
        number += 1;
        return `<${name} id="chapter-${number}">`;
      })
      .replaceAll('<img alt=', () => {
        imageNumber += 1;
        return `<img data-image="${imageNumber}" alt=`;
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

const REQUESTING_ELEMENTS = new Set(['video', 'input']);
const ELEMENTS = listElements((_, name) => !REQUESTING_ELEMENTS.has(name));
const ATTRIBUTES = Object.fromEntries(
  ELEMENTS.map((name) => [
    name,
    (CONTENT_ELEMENTS.get(name)?.attributes ?? []).filter((attribute) => attribute !== 'id'),
  ]),
);

type ReadingSource = { url: string; removedLinks: ReturnType<typeof createRemovedLinks> };

/** `source` of a text that was fetched: images keep a whole address, and links that are removed are collected. */
function sanitizeReading(html: string, source?: ReadingSource): string {
  const refused = new WeakMap<sanitizeHtml.Attributes, (text: string) => void>();
  return sanitizeUntilStable(html, (): sanitizeHtml.IOptions => ({
    allowedTags: ELEMENTS,
    allowedAttributes: { ...ATTRIBUTES, a: ['href', 'rel', 'target'], img: source ? ['src', 'alt'] : ['alt'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    nonTextTags: [...DROPPED_ELEMENTS],
    transformTags: {
      img: (tagName, { src = '', alt = '' }) => {
        const link = source ? judgeLink(src, source.url) : null;
        const attribs = { ...(link && 'url' in link && { src: link.url }), alt: toPlainLine(alt, ALT_MAX_LENGTH) };
        // Nothing to show and nothing to say. An element that is not allowed goes.
        const isEmpty = source !== undefined && attribs.src === undefined && attribs.alt === '';
        return isEmpty ? { tagName: 'span', attribs: {} } : { tagName, attribs };
      },
      area: (tagName, { href = '', alt = '' }) => {
        const link = judgeLink(href, source?.url);
        if (link) source?.removedLinks.add(href, alt, 'reason' in link ? link.reason : 'image_map');
        return { tagName, attribs: {} };
      },
      '*': (tagName, attributes) => {
        if (tagName === 'a') return { tagName, attribs: toReadingLink(attributes.href ?? '') };
        const name = ELEMENT_ALIASES.get(tagName) ?? tagName;
        return { tagName: name, attribs: toStoredAttributes(name, attributes) ?? {} };
      },
    },
    exclusiveFilter: ({ tag, attribs, text }) => {
      if (tag !== 'a' || attribs.href !== undefined) return false;
      refused.get(attribs)?.(text);
      return 'excludeTag';
    },
  }));

  function toReadingLink(href: string): sanitizeHtml.Attributes {
    const link = judgeLink(href, source?.url);
    if (link && 'url' in link) return { href: link.url, rel: 'noopener noreferrer nofollow', target: '_blank' };
    const attributes = {};
    // The words of the link are known at its end.
    if (link) refused.set(attributes, (text) => source?.removedLinks.add(href, text, link.reason));
    return attributes;
  }
}
