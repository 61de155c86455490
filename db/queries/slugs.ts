import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { authorSlugs, blogSlugs, categorySlugs, documentSlugs, publications, tagSlugs } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import { addSlugSuffix, isProvisionalSlug, type SlugKind } from '#api/domain/slug.ts';

/** For each kind the table of every slug that one ever had, and the column of its owner. */
const HISTORIES = {
  post: { table: blogSlugs, slug: blogSlugs.slug, ownerId: blogSlugs.blogId },
  category: { table: categorySlugs, slug: categorySlugs.slug, ownerId: categorySlugs.categoryId },
  tag: { table: tagSlugs, slug: tagSlugs.slug, ownerId: tagSlugs.tagId },
  author: { table: authorSlugs, slug: authorSlugs.slug, ownerId: authorSlugs.authorId },
  document: { table: documentSlugs, slug: documentSlugs.slug, ownerId: documentSlugs.documentId },
} as const;

type KindWithHistory = keyof typeof HISTORIES;

/** Where all slugs of a kind are. Those of publications never change, so they have no history. */
const OWNERS = {
  ...HISTORIES,
  publication: { table: publications, slug: publications.slug, ownerId: publications.id },
} as const satisfies Record<SlugKind, unknown>;

/** How many suffixes a derived slug tries before it gets a random one. */
const MAX_SLUG_ATTEMPTS = 50;

/** Whether no other than `ownId` has or had this slug; who had it may take it back. */
export async function isSlugAvailable(db: Database, kind: SlugKind, slug: string, ownId?: number): Promise<boolean> {
  const slugs = OWNERS[kind];
  const [existing] = await db.orm
    .select({ ownerId: slugs.ownerId })
    .from(slugs.table)
    .where(sql`${slugs.slug} = ${slug}`);
  return !existing || (ownId !== undefined && existing.ownerId === ownId);
}

/** The first of 'tea', 'tea-2', 'tea-3' that is available. */
export async function findAvailableSlug(db: Database, kind: SlugKind, base: string, ownId?: number): Promise<string> {
  for (let attempt = 1; attempt <= MAX_SLUG_ATTEMPTS; attempt += 1) {
    const slug = addSlugSuffix(base, attempt);
    if (await isSlugAvailable(db, kind, slug, ownId)) return slug;
  }
  return addSlugSuffix(base, Math.floor(1e6 + Math.random() * 9e6));
}

/** The statement that remembers the slug of something new; it fails when the slug was taken since it was looked up. */
export const insertSlugStatement = (
  kind: KindWithHistory,
  { id, slug, now }: { id: SQL | number; slug: string; now: number },
) => sql`INSERT INTO ${HISTORIES[kind].table} VALUES (${slug}, ${id}, ${now})`;

/**
 * The statements that give something its slug; a provisional one before it was never known outside and goes. They fail
 * as a conflict of slugs when another took it since it was looked up, even if that one has moved on.
 */
export function claimSlugStatements(
  kind: KindWithHistory,
  { id, before, slug, now }: { id: number; before: string; slug: string; now: number },
): Statement[] {
  const { table, ownerId } = HISTORIES[kind];
  const isSameOwner = sql`${sql.identifier(ownerId.name)} = ${id}`;
  const isReleased = isProvisionalSlug(before) && before !== slug;
  return [
    sql`INSERT INTO ${table} SELECT ${slug}, ${id}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE slug = ${slug} AND ${isSameOwner})`,
    ...(isReleased ? [sql`DELETE FROM ${table} WHERE slug = ${before} AND ${isSameOwner}`] : []),
  ];
}
