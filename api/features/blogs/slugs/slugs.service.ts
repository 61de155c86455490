import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogSlugs } from '#db/schema/index.ts';
import { isUniqueViolation } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { AppError } from '#api/http/errors.ts';
import {
  type SlugAvailabilityJson,
  type SlugAvailabilityQuery,
  slugField,
} from '#api/features/blogs/blogs.contract.ts';
import { PROVISIONAL_SLUG_PATTERN, addSlugSuffix } from '#api/domain/slug.ts';

const SLUG_TAKEN = 'This address belongs, or once belonged, to another post.';
/** How many suffixes a derived slug tries before it gives up. */
const MAX_SLUG_ATTEMPTS = 50;

/** An address for a post that has no title yet; it is given back when the post gets a real one. */
export const generateProvisionalSlug = () =>
  `untitled-${generateId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')
    .slice(0, 12)}`;

export const isProvisionalSlug = (slug: string) => PROVISIONAL_SLUG_PATTERN.test(slug);

/** The first candidate that no post has or had; `ownId` may take back its own. @throws conflict when it may not vary. */
export async function findAvailableSlug(
  db: Database,
  base: string,
  allowSuffix: boolean,
  ownId?: number,
): Promise<string> {
  for (let attempt = 1; attempt <= MAX_SLUG_ATTEMPTS; attempt += 1) {
    const slug = addSlugSuffix(base, attempt);
    const existing = await db.orm.query.blogSlugs.findFirst({ where: eq(blogSlugs.slug, slug) });
    if (!existing || (ownId !== undefined && existing.blogId === ownId)) return slug;
    if (!allowSuffix) throw slugTakenError();
  }
  return addSlugSuffix(base, Math.floor(1e6 + Math.random() * 9e6));
}

/** Whether a post may have this address, for the field in which it is typed. */
export async function checkSlugAvailability(
  db: Database,
  { slug, blogId }: SlugAvailabilityQuery,
): Promise<SlugAvailabilityJson> {
  const parsed = slugField.safeParse(slug);
  if (!parsed.success) {
    return { is_available: false, message: parsed.error.issues[0]?.message ?? null, suggestion: null };
  }
  const suggestion = await findAvailableSlug(db, slug, true, blogId);
  const isAvailable = suggestion === slug;
  return {
    is_available: isAvailable,
    message: isAvailable ? null : SLUG_TAKEN,
    suggestion: isAvailable ? null : suggestion,
  };
}

/**
 * The statements that give a post its slug; a provisional one before it was never known outside and goes. They fail as
 * a conflict of slugs when another post took it since it was looked up, even if that one has moved on.
 */
export function claimSlugStatements(
  db: Database,
  { id, before, slug, now }: { id: number; before: string; slug: string; now: number },
) {
  const isGone = isProvisionalSlug(before) && before !== slug;
  return [
    sql`INSERT INTO blog_slugs (slug, blog_id, created_at) SELECT ${slug}, ${id}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM blog_slugs WHERE slug = ${slug} AND blog_id = ${id})`,
    ...(isGone ? [db.orm.delete(blogSlugs).where(and(eq(blogSlugs.slug, before), eq(blogSlugs.blogId, id)))] : []),
  ];
}

export function slugTakenError(): AppError {
  return new AppError('conflict', SLUG_TAKEN, { issues: [{ path: 'slug', message: SLUG_TAKEN }] });
}

export function toSlugConflict(error: unknown): unknown {
  return isUniqueViolation(error, 'slug') ? slugTakenError() : error;
}

/** The id of the post whose present slug this is, for a statement of the same batch. */
export const blogIdBySlug = (slug: string) => sql`(SELECT id FROM blogs WHERE slug = ${slug})`;
