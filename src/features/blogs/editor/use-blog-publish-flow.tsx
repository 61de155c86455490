import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { fetchContentWarnings, fetchPublishPlan } from '#src/features/drafts/publish/pre-publish-checks.ts';
import { usePublishFlow } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { DraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { paths } from '#src/lib/paths.ts';
import { showToast, showToastAfterNavigation } from '#src/lib/toast.ts';
import { blogDraftApi, isPublicPost } from './blog-draft.ts';
import { getPublishActions } from './publish-action.ts';
import { type BlogReview, getAuthorAction } from './review-actions.ts';

const loadProgress = () => import('./PublishProgress.tsx');

/** Publishing a post: its draft becomes the post, its pages are rendered, and the dialog waits until they are live. */
export function useBlogPublishFlow(draftEditor: DraftEditor<BlogDraftFields, BlogJson>, between: BlogReview) {
  const { draft, live, isNew, setLive } = draftEditor;
  const { canPublish, setReview } = between;
  const { primary, more } = canPublish
    ? getPublishActions({ fields: draft.fields, live, now: Date.now() })
    : { primary: getAuthorAction(between), more: [] };
  const success = isNew ? 'Blog created successfully' : 'Blog updated successfully';
  const finish = () => {
    showToastAfterNavigation(success, 'success');
    window.location.assign(paths.blogManager);
  };
  const publishFlow = usePublishFlow<BlogDraftFields>({
    draftEditor,
    action: primary,
    finish,
    missing: ({ title }) => (title.trim() ? [] : [['title', 'Enter a title.']]),
    async runChecks(action, id, { fields, content }) {
      const { title, description } = fields;
      const check = action.isPublic ? fetchContentWarnings('blog', id, { title, description, content }) : [];
      const plan = action.run ? null : fetchPublishPlan(id, action.changes.status ?? fields.status);
      return { warnings: await check, plan: await plan };
    },
    async publish(id, version, fields) {
      const { blog, publish_id: publishId } = await blogDraftApi.publish(id, version, fields);
      setReview(null);
      const isSeen = blog.status === 'published' || live?.status === 'published';
      const stay = () => {
        setLive(blog);
        showToast(success, 'success');
        publishFlow.close();
      };
      const changeTime = () => {
        setLive(blog);
        publishFlow.startAgain(getPublishActions({ fields: draft.read().fields, live: blog, now: Date.now() }).primary);
      };
      const findCauses = async () => {
        const { title, description } = fields;
        const checked = { title, description, content: draft.read().content };
        const warnings = await fetchContentWarnings('blog', id, checked);
        return (warnings ?? []).filter(({ kind, target }) => target && (kind === 'image' || kind === 'link'));
      };
      const result = publishId !== null && isSeen && (
        <LazyBoundary load={loadProgress}>
          {({ PublishProgress }) => (
            <PublishProgress
              publishId={publishId}
              blog={blog}
              isUpdate={isPublicPost(live)}
              onDone={finish}
              onStay={stay}
              onChangeTime={changeTime}
              findCauses={findCauses}
              onShowCause={(cause) => {
                setLive(blog);
                publishFlow.goToWarning(cause);
              }}
            />
          )}
        </LazyBoundary>
      );
      return { revision: blog.revision, updatedAt: blog.updated_at, result: result || null };
    },
  });
  return { publishFlow, primary, more };
}
