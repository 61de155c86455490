import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { blogSlugs, blogs, drafts } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement } from '#db/write.ts';
import { enqueueBlogPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { publishRevisionStatements } from '#api/features/drafts/history/history.service.ts';
import { loadBlogDraftFields } from '#api/features/blogs/fields/fields.service.ts';

const LINK = /(href="\/blogs\/)([a-z0-9-]+)(?=["?#])/g;

/** Content whose links to old addresses of posts lead to the present ones. */
export async function resolveRenamedLinks(db: Database, content: string): Promise<string> {
  const linked = [...new Set([...content.matchAll(LINK)].map((match) => match[2] as string))];
  if (linked.length === 0) return content;
  const renamed = await db.orm
    .select({ from: blogSlugs.slug, to: blogs.slug })
    .from(blogSlugs)
    .innerJoin(blogs, eq(blogs.id, blogSlugs.blogId))
    .where(and(isInList(linked), ne(blogs.slug, blogSlugs.slug)));
  const present = new Map(renamed.map(({ from, to }) => [from, to]));
  return content.replace(LINK, (_link, before: string, slug: string) => `${before}${present.get(slug) ?? slug}`);
}

/** As one parameter: a statement takes no more than some ten thousand, and a text may hold more links. */
const isInList = (slugs: readonly string[]) =>
  sql`${blogSlugs.slug} IN (SELECT value FROM json_each(${JSON.stringify(slugs)}))`;

/** The other posts that may link to this slug of a post. */
export function listLinkingBlogs(db: Database, id: number, slug: string) {
  return db.orm
    .select()
    .from(blogs)
    .where(and(ne(blogs.id, id), isNull(blogs.trashedAt), sql`instr(${blogs.content}, ${`href="/blogs/${slug}`}) > 0`));
}

/**
 * Statements that turn the links of every other post from one slug to another, each post with a revision and a job.
 * They undo their batch when one of these posts changed since it was read.
 */
export async function renameLinksStatements(
  db: Database,
  { id, from, to }: { id: number; from: string; to: string },
  actor: { userId: number | null; now: number },
): Promise<Statement[]> {
  const rows = await listLinkingBlogs(db, id, from);
  const fields = await loadBlogDraftFields(db, rows);
  return rows.flatMap((row) => {
    const content = row.content.replace(LINK, (link, before: string, slug: string) =>
      slug === from ? `${before}${to}` : link,
    );
    if (content === row.content) return [];
    const fieldValues = fields.get(row.id) ?? {};
    const subject = { kind: 'blog', id: row.id } as const;
    const revisionContents = {
      before: { fields: fieldValues, content: row.content, wordCount: row.wordCount },
      after: { fields: fieldValues, content, wordCount: row.wordCount },
    };
    return [
      db.orm
        .update(blogs)
        .set({ content, revision: row.revision + 1 })
        .where(and(eq(blogs.id, row.id), eq(blogs.revision, row.revision))),
      rollbackIfNoRows,
      rebaseDraftStatement(row.id, row.revision),
      ...publishRevisionStatements(subject, revisionContents, { ...actor, clientId: 'links', reason: 'links' }),
      enqueueBlogPublishStatement(db, { id: row.id, reason: `Updated links after a rename: ${row.title}`, ...actor }),
    ];
  });
}

/** Moves the base revision of a draft on when a change of the post left its text unchanged. */
export const rebaseDraftStatement = (id: number, revision: number) =>
  sql`UPDATE ${drafts} SET base_revision = ${revision + 1}
    WHERE kind = 'blog' AND subject_id = ${id} AND base_revision = ${revision}`;
