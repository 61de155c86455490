import slugify from '@sindresorhus/slugify';
import { SLUG_MAX_LENGTH } from './field-limits.ts';

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What has a slug in its address; the word itself is the slug of titles without letters and digits. */
export type SlugKind = 'post' | 'category' | 'tag' | 'author' | 'document' | 'publication';

/** Words that read as another address below /blogs, /blogs/tag, /blogs/author, /categories, /documents or /openshelf. */
const RESERVED_SLUGS: Record<SlugKind, ReadonlySet<string>> = {
  post: new Set(['page', 'new', 'edit', 'feed', 'rss', 'preview', 'search', 'tag', 'tags', 'category']),
  category: new Set(['all', 'page', 'new', 'edit']),
  tag: new Set(['page']),
  author: new Set(['page']),
  document: new Set(['new', 'edit', 'view', 'page']),
  publication: new Set(['categories', 'page', 'feeds']),
};

/** Provisional slug of a post or document until it is published; no other slug may match the pattern. */
const PROVISIONAL_SLUG_PATTERN = /^untitled-[a-z0-9]{12}$/;

/** Digits alone are the id in addresses of categories and documents, which redirects to the slug. */
const ID_PATTERN = /^\d+$/;

export function isReservedSlug(slug: string, kind: SlugKind): boolean {
  if (RESERVED_SLUGS[kind].has(slug) || PROVISIONAL_SLUG_PATTERN.test(slug)) return true;
  return (kind === 'category' || kind === 'document') && ID_PATTERN.test(slug);
}

export const isProvisionalSlug = (slug: string) => PROVISIONAL_SLUG_PATTERN.test(slug);

const transliterate = (title: string) =>
  slugify(title.slice(0, 400), { decamelize: false })
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/(?<!-)-+$/, '');

/** Whether a title has anything that a slug can be made of: one in Chinese characters, say, has not. */
export const canBecomeSlug = (title: string): boolean => SLUG_PATTERN.test(transliterate(title));

/** A slug made of a title. Titles without a Latin letter or digit give the kind. Always matches SLUG_PATTERN. */
export function toSlug(title: string, kind: SlugKind): string {
  const base = transliterate(title);
  const slug = SLUG_PATTERN.test(base) ? base : kind;
  if (!isReservedSlug(slug, kind)) return slug;
  return `${slug.slice(0, SLUG_MAX_LENGTH - kind.length - 1)}-${kind}`;
}

/** The n-th candidate when a slug is taken: 'tea', 'tea-2', 'tea-3'; never longer than the limit. */
export function addSlugSuffix(slug: string, attempt: number): string {
  if (attempt === 1) return slug;
  const suffix = `-${attempt}`;
  return `${slug.slice(0, SLUG_MAX_LENGTH - suffix.length).replace(/(?<!-)-+$/, '')}${suffix}`;
}
