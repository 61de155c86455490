import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { categoriesOfBlogs } from '#db/blog-categories.ts';
import { coversOfBlogs } from '#db/blog-covers.ts';
import type { Database } from '#db/client.ts';
import { blogCategories, blogSlugs, blogs, categories } from '#db/schema/index.ts';
import { isUndone, isUniqueViolation, orUndo, write } from '#db/write.ts';
import { countWords, htmlToText, sanitizeContent } from '../../adapters/html.ts';
import type { ContentDeps } from '../../deps.ts';
import { AppError, conflict, invalid, notFound } from '../../http/errors.ts';
import { parseInput } from '../../http/validate.ts';
import { queueBlogPublish } from '../../publishing/jobs.ts';
import { type BlogInput, type BlogJson, blogInput, DESCRIPTION_MAX_LENGTH } from './blogs.contract.ts';
import { toBlogJson } from './blogs.json.ts';
import { slugCandidate, slugFromTitle } from './slug.ts';

const DEFAULT_AUTHOR = 'The team';
/** How many suffixes a derived slug tries before it gives up. */
const SLUG_ATTEMPTS = 50;

/** Creates a post; a derived slug that is taken gets a suffix. @throws validation_failed, conflict for a given slug. */
export async function createBlog(deps: ContentDeps, input: BlogInput): Promise<BlogJson> {
  const parsed = parseInput(blogInput, input);
  await requireCategories(deps.db, parsed.categoryIds);
  const now = deps.clock.now();
  const wanted = parsed.slug ?? slugFromTitle(parsed.title);
  const slug = await firstFreeSlug(deps.db, wanted, parsed.slug === undefined);
  const id = sql`(SELECT ${blogs.id} FROM ${blogs} WHERE ${blogs.slug} = ${slug})`;
  const { query } = deps.db;
  try {
    await write(deps.db, [
      query.insert(blogs).values({
        ...derivedFields(parsed),
        slug,
        title: parsed.title,
        status: parsed.status,
        publishedAt: publishedAt(parsed, null, now),
        authorName: parsed.author_name ?? DEFAULT_AUTHOR,
        createdAt: now,
        updatedAt: now,
      }),
      query.insert(blogSlugs).values({ slug, blogId: id, createdAt: now }),
      ...parsed.categoryIds.map((categoryId, position) =>
        query.insert(blogCategories).values({ blogId: id, categoryId, position }),
      ),
      queueBlogPublish(deps.db, { id, reason: `New post: ${parsed.title}`, now }),
    ]);
  } catch (error) {
    // Another request took the slug between the look and the write: a derived one simply tries the next.
    if (isUniqueViolation(error, 'slug') && parsed.slug === undefined) return createBlog(deps, input);
    throw asSlugConflict(error);
  }
  deps.publishing.wake();
  return getBlog(deps.db, eq(blogs.slug, slug));
}

/**
 * Changes a post whole. The old address of a changed slug leads to the new one for ever.
 * @throws not_found; conflict when `revision` is not the current one, or the slug was another post's.
 */
export async function updateBlog(deps: ContentDeps, id: number, input: BlogInput): Promise<BlogJson> {
  const parsed = parseInput(blogInput, input);
  const before = await requireBlog(deps.db, id);
  await requireCategories(deps.db, parsed.categoryIds);
  const now = deps.clock.now();
  const slug = parsed.slug ?? before.slug;
  if (slug !== before.slug) await requireOwnOrFreeSlug(deps.db, slug, id);
  const { query } = deps.db;
  try {
    await write(deps.db, [
      query
        .update(blogs)
        .set({
          ...derivedFields(parsed),
          slug,
          title: parsed.title,
          status: parsed.status,
          publishedAt: publishedAt(parsed, before.publishedAt, now),
          ...(parsed.author_name && { authorName: parsed.author_name }),
          revision: sql`${blogs.revision} + 1`,
          updatedAt: now,
        })
        .where(and(eq(blogs.id, id), eq(blogs.revision, parsed.revision ?? before.revision))),
      orUndo,
      query.insert(blogSlugs).values({ slug, blogId: id, createdAt: now }).onConflictDoNothing(),
      query.delete(blogCategories).where(eq(blogCategories.blogId, id)),
      ...parsed.categoryIds.map((categoryId, position) =>
        query.insert(blogCategories).values({ blogId: id, categoryId, position }),
      ),
      queueBlogPublish(deps.db, { id, reason: `Changed post: ${parsed.title}`, now }),
    ]);
  } catch (error) {
    if (isUndone(error)) {
      await requireBlog(deps.db, id);
      throw conflict('Somebody else changed this post in the meantime. Load it again to see both versions.');
    }
    throw asSlugConflict(error);
  }
  deps.publishing.wake();
  return getBlog(deps.db, eq(blogs.id, id));
}

/** Deletes a post for good; its slugs stay taken, so that no other post ever answers at its address. */
export async function deleteBlog(deps: ContentDeps, id: number): Promise<void> {
  const before = await requireBlog(deps.db, id);
  await write(deps.db, [
    deps.db.query.delete(blogs).where(eq(blogs.id, id)),
    queueBlogPublish(deps.db, { id, reason: `Deleted post: ${before.title}`, now: deps.clock.now() }),
  ]);
  deps.publishing.wake();
}

function derivedFields(parsed: { content: string; description?: string | undefined }) {
  const content = sanitizeContent(parsed.content);
  const contentText = htmlToText(content);
  const isDescriptionOwn = parsed.description !== undefined && parsed.description !== '';
  const description = isDescriptionOwn ? (parsed.description as string) : firstWords(contentText);
  return { content, contentText, wordCount: countWords(contentText), description, isDescriptionOwn };
}

function firstWords(text: string): string {
  if (text.length <= DESCRIPTION_MAX_LENGTH) return text;
  return text
    .slice(0, DESCRIPTION_MAX_LENGTH)
    .replace(/\s+\S*$/, '')
    .replace(/[\ud800-\udbff]$/, '');
}

/**
 * A given date stands. Without one a post keeps the date it has, and gets one when it is published. `null` takes the
 * date away: a draft has none then, a post that was planned for later goes out now, one that is out keeps its date.
 */
function publishedAt(
  parsed: { status: string; published_at?: string | null | undefined },
  before: number | null,
  now: number,
): number | null {
  if (parsed.published_at) return Date.parse(parsed.published_at);
  const kept = parsed.published_at === null && (parsed.status !== 'published' || (before ?? 0) > now) ? null : before;
  return kept ?? (parsed.status === 'published' ? now : null);
}

async function firstFreeSlug(db: Database, wanted: string, mayChange: boolean): Promise<string> {
  for (let attempt = 1; attempt <= SLUG_ATTEMPTS; attempt += 1) {
    const slug = slugCandidate(wanted, attempt);
    const taken = await db.query.query.blogSlugs.findFirst({ where: eq(blogSlugs.slug, slug) });
    if (!taken) return slug;
    if (!mayChange) throw slugTaken();
  }
  return slugCandidate(wanted, Math.floor(1e6 + Math.random() * 9e6));
}

async function requireOwnOrFreeSlug(db: Database, slug: string, id: number): Promise<void> {
  const taken = await db.query.query.blogSlugs.findFirst({ where: eq(blogSlugs.slug, slug) });
  if (taken && taken.blogId !== id) throw slugTaken();
}

function slugTaken(): AppError {
  return new AppError('conflict', 'This address belongs, or once belonged, to another post.', {
    issues: [{ path: 'slug', message: 'This address belongs, or once belonged, to another post.' }],
  });
}

function asSlugConflict(error: unknown): unknown {
  return isUniqueViolation(error, 'slug') ? slugTaken() : error;
}

async function requireBlog(db: Database, id: number) {
  const row = await db.query.query.blogs.findFirst({ where: eq(blogs.id, id) });
  if (!row) throw notFound('Blog post not found');
  return row;
}

async function requireCategories(db: Database, ids: number[]): Promise<void> {
  if (new Set(ids).size !== ids.length) throw invalid('categoryIds', 'A category is named twice.');
  if (ids.length === 0) return;
  const found = await db.query.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids));
  if (found.length !== ids.length) throw invalid('categoryIds', 'One of these categories does not exist.');
}

async function getBlog(db: Database, where: SQL): Promise<BlogJson> {
  const row = await db.query.query.blogs.findFirst({ where });
  if (!row) throw notFound('Blog post not found');
  const [chips, covers] = await Promise.all([categoriesOfBlogs(db, [row.id]), coversOfBlogs(db, [row.id])]);
  return toBlogJson(row, chips.get(row.id), covers.get(row.id));
}
