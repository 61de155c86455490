import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogSlugs } from '#db/schema/index.ts';
import { isUniqueViolation } from '#db/write.ts';
import { randomId } from '#api/adapters/secrets.ts';
import { AppError } from '#api/http/errors.ts';
import { PROVISIONAL_SLUG, slugCandidate } from '#api/domain/slug.ts';

/** How many suffixes a derived slug tries before it gives up. */
const SLUG_ATTEMPTS = 50;

/** An address for a post that has no title yet; it is given back when the post gets a real one. */
export const provisionalSlug = () =>
  `untitled-${randomId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')
    .slice(0, 12)}`;

export const isProvisional = (slug: string) => PROVISIONAL_SLUG.test(slug);

/** The first candidate that no post has or had; `ownId` may take back its own. @throws conflict when it may not vary. */
export async function firstFreeSlug(db: Database, wanted: string, mayVary: boolean, ownId?: number): Promise<string> {
  for (let attempt = 1; attempt <= SLUG_ATTEMPTS; attempt += 1) {
    const slug = slugCandidate(wanted, attempt);
    const taken = await db.query.query.blogSlugs.findFirst({ where: eq(blogSlugs.slug, slug) });
    if (!taken || (ownId !== undefined && taken.blogId === ownId)) return slug;
    if (!mayVary) throw slugTaken();
  }
  return slugCandidate(wanted, Math.floor(1e6 + Math.random() * 9e6));
}

/**
 * The statements that give a post its slug; a provisional one before it was never known outside and goes. They fail as
 * a conflict of slugs when another post took it since it was looked up, even if that one has moved on.
 */
export function takeSlug(
  db: Database,
  { id, before, slug, now }: { id: number; before: string; slug: string; now: number },
) {
  const isGone = isProvisional(before) && before !== slug;
  return [
    sql`INSERT INTO blog_slugs (slug, blog_id, created_at) SELECT ${slug}, ${id}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM blog_slugs WHERE slug = ${slug} AND blog_id = ${id})`,
    ...(isGone ? [db.query.delete(blogSlugs).where(and(eq(blogSlugs.slug, before), eq(blogSlugs.blogId, id)))] : []),
  ];
}

export function slugTaken(): AppError {
  const message = 'This address belongs, or once belonged, to another post.';
  return new AppError('conflict', message, { issues: [{ path: 'slug', message }] });
}

export function asSlugConflict(error: unknown): unknown {
  return isUniqueViolation(error, 'slug') ? slugTaken() : error;
}

/** The id of the post whose present slug this is, for a statement of the same batch. */
export const idOfSlug = (slug: string) => sql`(SELECT id FROM blogs WHERE slug = ${slug})`;
