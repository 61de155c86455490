import type { ContentDeps, Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { findDraft } from '#api/features/drafts/drafts.service.ts';
import type { Actor } from '#api/features/blogs/editing/editing.queries.ts';
import type { BulkBlogsResponse, BulkBlogsRequest } from '#api/features/blogs/blogs.contract.ts';
import { blogDraftSubject, publishBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import { requireBlog, updateBlog } from '#api/features/blogs/editing/editing.service.ts';
import { toBlogDraftFields } from '#api/features/blogs/blogs.mapper.ts';
import { trashBlog } from '#api/features/blogs/trash/trash.service.ts';

const pastTense: Record<BulkBlogsRequest['action'], string> = {
  publish: 'published',
  archive: 'archived',
  delete: 'moved to the trash',
};

/** Publishes, archives or trashes several posts, each in its own batch; returns which were skipped and why. */
export async function bulkUpdateBlogs(
  deps: ContentDeps & Pick<Deps, 'db'>,
  { ids, action }: BulkBlogsRequest,
  actor: Actor,
): Promise<BulkBlogsResponse> {
  const updated: number[] = [];
  const skipped: BulkBlogsResponse['skipped'] = [];
  for (const id of new Set(ids)) {
    try {
      await updateOneBlog(deps, id, action, actor);
      updated.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ id, reason: error.message });
    }
  }
  const posts = pluralize(updated.length, 'post was', 'posts were');
  return { message: `${updated.length} ${posts} ${pastTense[action]}.`, updated, skipped };
}

async function updateOneBlog(
  deps: ContentDeps,
  id: number,
  action: BulkBlogsRequest['action'],
  actor: Actor,
): Promise<void> {
  if (action === 'delete') return trashBlog(deps, id, actor);
  const { row, categoryIds } = await requireBlog(deps.db, id);
  const draft = action === 'publish' ? await findDraft(deps, blogDraftSubject, id) : null;
  const date = draft ? Date.parse(draft.fields.published_at ?? '') : (row.publishedAt ?? 0);
  // A bulk publish makes posts public now; it does not override a date that an editor has set.
  if (action === 'publish' && date > deps.clock.now()) {
    throw new AppError('conflict', 'Its date is still to come. Open it to publish it now.');
  }
  if (draft) {
    await publishBlogDraft(deps, id, draft.version, actor, 'published');
    return;
  }
  const status = action === 'publish' ? 'published' : 'archived';
  if (row.status === status) {
    throw new AppError('conflict', `It is ${status} already${action === 'publish' ? ', and has no changes' : ''}.`);
  }
  const { title, slug, description } = toBlogDraftFields(row, categoryIds);
  await updateBlog(
    deps,
    id,
    {
      title,
      content: row.content,
      categoryIds,
      status,
      ...(slug && { slug }),
      ...(description && { description }),
      revision: row.revision,
    },
    actor,
  );
}
