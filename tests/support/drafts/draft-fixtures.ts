import { createBlogDraft, blogDraftSubject, publishBlogDraft } from '#api/features/blogs/drafts/drafts.service.ts';
import type { BlogDraftFields } from '#api/features/blogs/blogs.contract.ts';
import { findDraft, requireLive, saveDraft } from '#api/features/drafts/drafts.service.ts';
import { createDraftFields } from './draft-caller.ts';
import type { TestDatabase } from '../app/test-app.ts';

let tabs = 0;

const nextClientId = () => {
  tabs += 1;
  return `tab-${tabs}-of-the-tests`;
};

/** Creates a draft of a new post, as the editor does. Returns its id. */
export async function createDraft(
  test: Pick<TestDatabase, 'deps'>,
  fields: Partial<BlogDraftFields> = {},
  content = '<p>The kettle knows.</p>',
): Promise<number> {
  const input = { fields: createDraftFields({ status: 'published', ...fields }), content, client_id: nextClientId() };
  return (await createBlogDraft(test.deps, input, { userId: null })).id;
}

/** Saves changes to a draft as another client; fields that are not given stay unchanged. */
export async function updateDraft(
  test: Pick<TestDatabase, 'deps'>,
  id: number,
  { content, ...fields }: Partial<BlogDraftFields> & { content?: string },
): Promise<void> {
  const { db } = test.deps;
  const live = await requireLive(db, blogDraftSubject, id);
  const draft = await findDraft({ db }, blogDraftSubject, id);
  const from = draft ?? live;
  await saveDraft(
    test.deps,
    blogDraftSubject,
    id,
    {
      fields: { ...from.fields, ...fields },
      content: content ?? from.content,
      client_id: nextClientId(),
      version: draft?.version ?? 0,
      base_revision: draft?.base_revision ?? live.revision,
    },
    null,
  );
}

/** Publishes the draft of a post, as the editor does. */
export async function publishDraft(test: Pick<TestDatabase, 'deps'>, id: number, userId: number | null = null) {
  const draft = await findDraft(test.deps, blogDraftSubject, id);
  return publishBlogDraft(test.deps, id, draft?.version ?? 0, { userId });
}
