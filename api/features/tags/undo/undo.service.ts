import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { nameInDraftsStatement, selectDraftsNaming } from '#db/queries/draft-groups.ts';
import { insertRowsStatement, selectRowsJson } from '#db/queries/json-rows.ts';
import { findOpenDeletion } from '#db/queries/undo-actions.ts';
import { blogs, blogTags, tags, tagSlugs } from '#db/schema/index.ts';
import { isUniqueViolation, rollbackIfNoRows } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { insertAuditStatement, toJsonObject } from '#api/features/audit/audit.service.ts';
import { enqueueListsPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { runUndo, type UndoCaller, type UndoHandler } from '#api/undo/undo-kit.ts';

type Rows = {
  tags: { id: number; name: string }[];
  slugs: { slug: string }[];
  posts: { blog_id: number; position: number }[];
  drafts: number[];
};
const CLOSED = 'This can’t be undone any more.';
const NAME_TAKEN = 'Another tag has this name by now, so it can’t be put back.';

/** What the undo of the deletion of a tag puts back. */
export const selectTagSnapshot = (id: number): SQL =>
  toJsonObject({
    tags: selectRowsJson(tags, eq(tags.id, id)),
    slugs: selectRowsJson(tagSlugs, eq(tagSlugs.tagId, id)),
    posts: selectRowsJson(blogTags, eq(blogTags.tagId, id)),
    drafts: selectDraftsNaming('tag_ids', id),
  });

/** Deletions of tags, with their addresses, at their posts and in the drafts of these. */
export const tagUndo: UndoHandler = {
  kinds: ['tag.deleted'],
  permission: 'categories.manage',
  plan: ({ db }, { actorId, snapshot }, now) => {
    const rows = snapshot as Rows;
    const { id = 0, name = '' } = rows.tags[0] ?? {};
    const slugs = rows.slugs.map(({ slug }) => slug);
    return {
      statements: {
        tag: [insertRowsStatement(tags, rows.tags), rollbackIfNoRows],
        addresses: db.orm
          .update(tagSlugs)
          .set({ tagId: id })
          .where(and(isNull(tagSlugs.tagId), inArray(tagSlugs.slug, slugs))),
        posts: sql`INSERT OR IGNORE INTO ${blogTags} (blog_id, tag_id, position)
          SELECT value ->> 'blog_id', ${id}, value ->> 'position' FROM json_each(${JSON.stringify(rows.posts)})
          WHERE value ->> 'blog_id' IN (SELECT ${blogs.id} FROM ${blogs})`,
        drafts: nameInDraftsStatement('tag_ids', id, rows.drafts),
        audit: insertAuditStatement(db, { at: now, action: 'tag.deletion_undone', actorId, subject: `tag:${id}` }),
        publish: enqueueListsPublishStatement(db, { reason: `Put back tag: ${name}`, userId: actorId, now }),
      },
      changed: NAME_TAKEN,
      explain: (error) => (isUniqueViolation(error) ? NAME_TAKEN : undefined),
    };
  },
  wake: ({ publisher }) => publisher.wake(),
  summarize: () => 'The tag is as before.',
};

/** Puts back a tag that this user deleted a moment ago. @throws conflict when that is no longer possible. */
export async function restoreTag(deps: Deps, caller: UndoCaller, id: number): Promise<void> {
  const deletion = await findOpenDeletion(deps.db, {
    kind: 'tag.deleted',
    path: '$.tags[0].id',
    id,
    actorId: caller.id,
    now: deps.clock.now(),
  });
  if (deletion === null) throw conflictError(CLOSED);
  await runUndo(deps, [tagUndo], [deletion], caller);
}
