import { toPlainText } from '#api/adapters/html/html-text.ts';
import { DEFAULT_AUTHOR, isEmailLike } from '#api/domain/author-name.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';
import {
  AUTHOR_BIO_MAX_LENGTH,
  AUTHOR_LINKS_MAX,
  AUTHOR_NAME_MAX_LENGTH,
  CONTENT_INPUT_MAX_LENGTH,
} from '#api/domain/field-limits.ts';
import { BIDI_CONTROLS } from '#api/domain/bidi-controls.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';
import type { ImportedAuthor } from './records.ts';

/** One line of text for people, of what may be HTML: without tags, entities and controls. */
export const toPlainLine = (html: string): string =>
  removeControlCharacters(toPlainText(html)).replace(BIDI_CONTROLS, '').normalize('NFC').replace(/\s+/g, ' ').trim();

/** An author as texts name one, ready to come in; null where the name is none of a person. */
export function toAuthor(
  name: string,
  { slug = '', bio = '', links = [], image = null }: Partial<Omit<ImportedAuthor, 'name'>> = {},
): ImportedAuthor | null {
  const line = toPlainLine(name).slice(0, AUTHOR_NAME_MAX_LENGTH).trim();
  if (isEmailLike(line) || !/\p{L}/u.test(line) || line === DEFAULT_AUTHOR) return null;
  const isAddress = (link: string) => /^https?:$/.test(URL.parse(link)?.protocol ?? '') && link.length <= 500;
  return {
    name: line,
    slug,
    bio: toPlainLine(bio).slice(0, AUTHOR_BIO_MAX_LENGTH).toWellFormed(),
    links: [...new Set(links)].filter(isAddress).slice(0, AUTHOR_LINKS_MAX),
    image,
  };
}

/** The text as a reader takes it: one without an end would hold up everything else. */
export function takeText(text: string, lose: (kind: ImportLossKind, detail?: string) => void): string {
  if (text.length <= CONTENT_INPUT_MAX_LENGTH) return text;
  lose('too_long');
  return '';
}
