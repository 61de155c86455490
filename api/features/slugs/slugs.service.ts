import type { Database } from '#db/client.ts';
import { findAvailableSlug, isSlugAvailable } from '#db/queries/slugs.ts';
import { isUniqueViolation } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { type AppError, duplicateValueError } from '#api/http/errors.ts';
import { formatSlugTaken } from '#api/http/slug-fields.ts';
import { canBecomeSlug, isProvisionalSlug, type SlugKind, toSlug } from '#api/domain/slug.ts';

/** The slug of something that has no title yet; it is released when it gets a real one. */
export const generateProvisionalSlug = () =>
  `untitled-${generateId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')
    .slice(0, 12)}`;

type SlugChange = {
  /** The slug that was asked for; undefined derives or keeps one. */
  slug?: string | undefined;
  title: string;
  before: { id: number; slug: string } | null;
};

/**
 * A given slug is used. What is new, or has a provisional slug, gets one from its title; all else keeps its slug.
 * @throws conflict for a given slug that another has or had.
 */
export async function resolveSlug(db: Database, kind: SlugKind, { slug, title, before }: SlugChange): Promise<string> {
  if (before && slug === before.slug) return slug;
  if (slug === undefined) {
    if (before && !isProvisionalSlug(before.slug)) return before.slug;
    // A title of a script that can't be transliterated: the id says more than 'post-2'.
    const base = before && !canBecomeSlug(title) ? `${kind}-${before.id}` : toSlug(title, kind);
    return findAvailableSlug(db, kind, base, before?.id);
  }
  if (!(await isSlugAvailable(db, kind, slug, before?.id))) throw slugTakenError(kind);
  return slug;
}

const slugTakenError = (kind: SlugKind): AppError => duplicateValueError('slug', formatSlugTaken(kind));

/** The conflict of slugs when another request took the slug between read and write; any other error as it is. */
export const toSlugConflict = (kind: SlugKind, error: unknown): unknown =>
  isUniqueViolation(error, 'slug') ? slugTakenError(kind) : error;
