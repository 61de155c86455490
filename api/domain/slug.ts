import slugify from '@sindresorhus/slugify';

export const SLUG_MAX_LENGTH = 80;
export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Words that would read as another address below /blogs. */
const RESERVED_SLUGS = new Set(['page', 'new', 'edit', 'feed', 'rss', 'preview', 'search', 'tag', 'tags', 'category']);

/** Provisional slug of a post until it is published; no other slug may match the pattern. */
export const PROVISIONAL_SLUG_PATTERN = /^untitled-[a-z0-9]{12}$/;

export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug) || PROVISIONAL_SLUG_PATTERN.test(slug);
}

/** A slug made of a title. Titles without a Latin letter or digit give 'post'. Always matches SLUG_PATTERN. */
export function toSlug(title: string): string {
  const base = slugify(title.slice(0, 400), { decamelize: false }).slice(0, SLUG_MAX_LENGTH).replace(/-+$/, '');
  const slug = SLUG_PATTERN.test(base) ? base : 'post';
  return isReservedSlug(slug) ? `${slug}-post` : slug;
}

/** The n-th candidate when a slug is taken: 'tea', 'tea-2', 'tea-3'; never longer than the limit. */
export function addSlugSuffix(slug: string, attempt: number): string {
  if (attempt === 1) return slug;
  const suffix = `-${attempt}`;
  return `${slug.slice(0, SLUG_MAX_LENGTH - suffix.length).replace(/-+$/, '')}${suffix}`;
}
