import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { nameInDraftsStatement, selectDraftsNaming } from '#db/queries/draft-groups.ts';
import { insertRowsStatement, selectRowsJson } from '#db/queries/json-rows.ts';
import { findOpenDeletion } from '#db/queries/undo-actions.ts';
import { authors, authorSlugs, blogAuthors, blogs } from '#db/schema/index.ts';
import { isForeignKeyViolation, rollbackIfNoRows } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { insertAuditStatement, toJsonObject } from '#api/features/audit/audit.service.ts';
import { enqueueListsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { runUndo, type UndoCaller, type UndoHandler } from '#api/undo/undo-kit.ts';

/** What a post had as its byline, and what the deletion left. */
export type BylineChange = [blogId: number, before: string, after: string];
type Rows = {
  authors: { id: number; name: string }[];
  slugs: { slug: string }[];
  posts: { blog_id: number; position: number }[];
  bylines: BylineChange[];
  drafts: number[];
};
const CLOSED = 'This can’t be undone any more.';
const CHANGED = 'Its image or its account has changed since, so it can’t be put back.';

/** What the undo of the deletion of an author puts back. */
export const selectAuthorSnapshot = (id: number, bylines: readonly BylineChange[]): SQL =>
  toJsonObject({
    authors: selectRowsJson(authors, eq(authors.id, id)),
    slugs: selectRowsJson(authorSlugs, eq(authorSlugs.authorId, id)),
    posts: selectRowsJson(blogAuthors, eq(blogAuthors.authorId, id)),
    bylines: sql`json(${JSON.stringify(bylines)})`,
    drafts: selectDraftsNaming('author_ids', id),
  });

/** Deletions of authors, with their addresses, at those of their posts whose byline is as the deletion left it. */
export const authorUndo: UndoHandler = {
  kinds: ['author.deleted'],
  permission: 'categories.manage',
  plan: ({ db }, { actorId, snapshot }, now) => {
    const rows = snapshot as Rows;
    const { id = 0, name = '' } = rows.authors[0] ?? {};
    const slugs = rows.slugs.map(({ slug }) => slug);
    const bylines = JSON.stringify(rows.bylines);
    const findByline = sql`FROM json_each(${bylines}) WHERE value ->> 0 = ${blogs.id} AND value ->> 2 = ${blogs.authorName}`;
    return {
      statements: {
        author: [insertRowsStatement(authors, rows.authors), rollbackIfNoRows],
        addresses: db.orm
          .update(authorSlugs)
          .set({ authorId: id })
          .where(and(isNull(authorSlugs.authorId), inArray(authorSlugs.slug, slugs))),
        posts: sql`INSERT OR IGNORE INTO ${blogAuthors} (blog_id, author_id, position)
          SELECT value ->> 'blog_id', ${id}, value ->> 'position' FROM json_each(${JSON.stringify(rows.posts)})
          WHERE value ->> 'blog_id' IN (SELECT ${blogs.id} FROM ${blogs} WHERE EXISTS (SELECT 1 ${findByline}))`,
        bylines: sql`UPDATE ${blogs} SET author_name = (SELECT value ->> 1 ${findByline})
          WHERE EXISTS (SELECT 1 ${findByline})`,
        drafts: nameInDraftsStatement('author_ids', id, rows.drafts),
        audit: insertAuditStatement(db, {
          at: now,
          action: 'author.deletion_undone',
          actorId,
          subject: `author:${id}`,
        }),
        publish: enqueueListsPublishStatement(db, { reason: `Put back author: ${name}`, userId: actorId, now }),
      },
      changed: CHANGED,
      explain: (error) => (isForeignKeyViolation(error) ? CHANGED : undefined),
    };
  },
  wake: ({ publisher }) => publisher.wake(),
  summarize: () => 'The author is as before.',
};

/** Puts back an author whom this user deleted a moment ago. @throws conflict when that is no longer possible. */
export async function restoreAuthor(deps: Deps, caller: UndoCaller, id: number): Promise<void> {
  const deletion = await findOpenDeletion(deps.db, {
    kind: 'author.deleted',
    path: '$.authors[0].id',
    id,
    actorId: caller.id,
    now: deps.clock.now(),
  });
  if (deletion === null) throw conflictError(CLOSED);
  await runUndo(deps, [authorUndo], [deletion], caller);
}
