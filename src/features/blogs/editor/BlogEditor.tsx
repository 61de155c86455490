import { useCallback, useEffect, useMemo, useState } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import type { BlogDraftFields, BlogJson, BlogReviewJson } from '#api/features/blogs/blogs.contract.ts';
import type { CategoryWithCountJson } from '#api/features/categories/categories.contract.ts';
import type { AuthorJson } from '#api/features/authors/authors.contract.ts';
import type { TagJson } from '#api/features/tags/tags.contract.ts';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { useDraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { DraftEditorScreen } from '#src/features/drafts/DraftEditorScreen.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatUserName } from '#src/lib/format/user-name.ts';
import { paths } from '#src/lib/paths.ts';
import { BlogSettings } from './BlogSettings.tsx';
import { formatSchedule } from './publish-action.ts';
import { createReturn } from './review-actions.ts';
import { ReviewNotice } from './ReviewNotice.tsx';
import { blogDraftApi, blogManager, createBlogFieldFormatter, createEmptyPost, postCopyChanges } from './blog-draft.ts';
import { usePostAddress } from './use-post-address.ts';
import { useBlogPublishFlow } from './use-blog-publish-flow.tsx';
import { CoverPreview } from './CoverPreview.tsx';
import { useCoverImage } from '#src/ui/media/use-cover-image.ts';

const loadPreviewDialog = () => import('#src/features/drafts/publish/PreviewDialog.tsx');

/** In the order in which they are offered: the title is the heading of level 1. */
const HEADING_LEVELS = [2, 3, 1];

type Props = {
  user: UserJson;
  loaded: {
    id: number | null;
    categories: CategoryWithCountJson[];
    tags: TagJson[];
    authors: AuthorJson[];
    blog: BlogJson | null;
    review: BlogReviewJson | null;
    /** What readers have, as a draft of version 0. */
    liveDraft: DraftJson<BlogDraftFields> | null;
    draft: DraftJson<BlogDraftFields> | null;
  };
};

/** One post being written. What readers have changes by publishing only. */
export function BlogEditor({ user, loaded }: Props) {
  const { id, blog: loadedBlog, liveDraft, draft: saved, categories, authors } = loaded;
  const draftEditor = useDraftEditor<BlogDraftFields, BlogJson>({
    kind: 'blog',
    userId: user.id,
    loaded: { id, live: loadedBlog, liveDraft, draft: saved },
    empty: createEmptyPost(formatUserName(user), findOwnAuthor(authors, user)),
    // A post that was never published has no address of its own.
    isNew: (_, liveFields) => liveFields?.fields.slug === null,
    draftApi: blogDraftApi,
    toEditUrl: paths.editBlog,
  });
  const [tags, setTags] = useState(loaded.tags);
  const createTag = async (name: string) => {
    const tag = await api.post('/api/tags', { json: { name } });
    setTags((known) => [...known, tag]);
    return tag;
  };
  const { draft, editor, isNew, live: blog } = draftEditor;
  const { autosaver } = draft;
  const [review, setReview] = useState(loaded.review);
  // It ends with the draft, also when that is discarded.
  useEffect(() => {
    if (!draftEditor.hasChanges) setReview(null);
  }, [draftEditor.hasChanges]);
  const canPublish = hasPermission(user.role, 'posts.publish');
  const { publishFlow, ...actions } = useBlogPublishFlow(draftEditor, { canPublish, review, setReview });
  const address = usePostAddress({
    blogId: autosaver.draftBase().id,
    fields: draft.fields,
    liveSlug: isNew ? null : (blog?.slug ?? null),
    isPaused: draft.state.save.kind === 'ended',
  });
  const formatFields = useMemo(() => {
    const names = new Map(categories.map((category) => [category.id, category.name]));
    const tagNames = new Map(tags.map((tag) => [tag.id, tag.name]));
    return createBlogFieldFormatter(
      (category) => names.get(category) ?? `Category ${category}`,
      (tag) => tagNames.get(tag) ?? `Tag ${tag}`,
      (author) => authors.find(({ id: each }) => each === author)?.name ?? `Author ${author}`,
    );
  }, [categories, tags, authors]);
  const makePreview = useCallback(async () => {
    await editor.current?.whenUploaded();
    await autosaver.saveNow({ allowEmpty: true });
    return api.post('/api/blogs/:id/preview-link', { param: { id: autosaver.draftBase().id ?? 0 } });
  }, [autosaver, editor]);
  return (
    <DraftEditorScreen
      draftEditor={draftEditor}
      publishFlow={publishFlow}
      formatFields={formatFields}
      headingLevels={HEADING_LEVELS}
      actions={actions}
      manager={blogManager}
      copying={{ changes: postCopyChanges, toEditUrl: paths.editBlog }}
      info={formatSchedule(blog)}
      notice={
        review && (
          <ReviewNotice
            review={review}
            onReturn={canPublish ? () => publishFlow.start(createReturn(setReview)) : null}
            changes={isNew || !liveDraft ? null : { live: liveDraft, read: draft.read, formatFields }}
          />
        )
      }
      subject={<PublishSubject fields={draft.fields} blog={blog} slug={address.slug} />}
      preview={(close) => (
        <LazyBoundary load={loadPreviewDialog} onClose={close}>
          {({ PreviewDialog }) => <PreviewDialog createLink={makePreview} onClose={close} />}
        </LazyBoundary>
      )}
    >
      <BlogSettings
        canPublish={canPublish}
        fields={draft.fields}
        blog={blog}
        address={address}
        categories={categories}
        tags={tags}
        createTag={createTag}
        authors={authors}
        readContent={() => draft.read().content}
        getIssue={publishFlow.getIssue}
        onChange={draft.change}
      />
    </DraftEditorScreen>
  );
}

/** Who writes is the author of a new post: the one with this account, else the one with this name, unless two have it. */
function findOwnAuthor(authors: readonly AuthorJson[], user: UserJson): number[] {
  const withAccount = authors.filter(({ user_id: userId }) => userId === user.id);
  const own = withAccount.length > 0 ? withAccount : authors.filter(({ name }) => name === formatUserName(user));
  return own.length === 1 ? own.map(({ id }) => id) : [];
}

type PublishSubjectProps = { fields: BlogDraftFields; blog: BlogJson | null; slug: string };

/** The post that a dialog is about: its cover, title and address. */
function PublishSubject({ fields, blog, slug }: PublishSubjectProps) {
  const cover = useCoverImage(fields.cover_id, blog?.cover_id === fields.cover_id ? blog.cover : null);
  return (
    <div className="publish-subject">
      <CoverPreview image={cover} seed={slug} categoryId={fields.category_ids[0]} />
      <div>
        <strong>{fields.title}</strong>
        {slug && <span className="field-hint">{window.location.host + paths.blog(slug)}</span>}
      </div>
    </div>
  );
}
