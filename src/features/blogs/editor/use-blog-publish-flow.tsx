import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { fetchContentWarnings, fetchPublishPlan } from '#src/features/drafts/publish/pre-publish-checks.ts';
import { usePublishFlow } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { DraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { paths } from '#src/lib/paths.ts';
import { showToastAfterNavigation } from '#src/lib/toast.ts';
import { blogDraftApi } from './blog-draft.ts';
import { getPublishAction } from './publish-action.ts';

const loadProgress = () => import('./PublishProgress.tsx');

/** Publishing a post: its draft becomes the post, pages are made, and the proof that readers see them is waited for. */
export function useBlogPublishFlow(draftEditor: DraftEditor<BlogDraftFields, BlogJson>) {
  const { draft, live: blog } = draftEditor;
  const action = getPublishAction(draft.fields, blog, Date.now());
  const affectsPublicSite = action.isPublic || blog?.status === 'published';
  const finish = () => {
    const isNew = blog === null || blog.revision <= 1;
    showToastAfterNavigation(isNew ? 'Blog created successfully' : 'Blog updated successfully', 'success');
    window.location.assign(paths.blogManager);
  };
  return usePublishFlow<BlogDraftFields>({
    ...{ draftEditor, action, finish },
    missing: ({ title }) => (title.trim() ? [] : [['title', 'Please give the post a title.']]),
    async runChecks(id, { fields, content }) {
      const { title, description } = fields;
      const check = action.isPublic ? fetchContentWarnings('blog', id, { title, description, content }) : [];
      const [warnings, plan] = await Promise.all([check, fetchPublishPlan(id)]);
      return { warnings, plan };
    },
    async publish(id, version) {
      const { blog: published, publish_id: publishId } = await blogDraftApi.publish(id, version);
      const progress = publishId !== null && affectsPublicSite && (
        <LazyBoundary load={loadProgress}>
          {({ PublishProgress }) => <PublishProgress publishId={publishId} blog={published} onDone={finish} />}
        </LazyBoundary>
      );
      return { revision: published.revision, updatedAt: published.updated_at, progress: progress || null };
    },
  });
}
