import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { checkText, planOf } from '#src/features/drafts/publish/pre-publish-checks.ts';
import { usePublishing } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { Writing } from '#src/features/drafts/use-draft-editor.ts';
import { OnDemand } from '#src/ui/feedback/LazyBoundary.tsx';
import { paths } from '#src/lib/paths.ts';
import { showToastNext } from '#src/lib/toast.ts';
import { blogCalls } from './blog-draft.ts';
import { publishActOf } from './publish-action.ts';

const loadProgress = () => import('./PublishProgress.tsx');

/** Publishing a post: its draft becomes the post, pages are made, and the proof that readers see them is waited for. */
export function useBlogPublishing(writing: Writing<BlogDraftFields, BlogJson>) {
  const { draft, live: blog } = writing;
  const act = publishActOf(draft.fields, blog, Date.now());
  const concernsReaders = act.isPublic || blog?.status === 'published';
  const finish = () => {
    const isNew = blog === null || blog.revision <= 1;
    showToastNext(isNew ? 'Blog created successfully' : 'Blog updated successfully', 'success');
    window.location.assign(paths.blogManager);
  };
  return usePublishing<BlogDraftFields>({
    ...{ writing, act, finish },
    missing: ({ title }) => (title.trim() ? [] : [['title', 'Please give the post a title.']]),
    async advise(id, { fields, content }) {
      const { title, description } = fields;
      const check = act.isPublic ? checkText('/api/blogs', id, { title, description, content }) : [];
      const [warnings, plan] = await Promise.all([check, planOf('/api/blogs', id)]);
      return { warnings, plan };
    },
    async publish(id, version) {
      const { blog: published, publish_id: publishId } = await blogCalls.publish(id, version);
      const progress = publishId !== null && concernsReaders && (
        <OnDemand load={loadProgress}>
          {({ PublishProgress }) => <PublishProgress publishId={publishId} blog={published} onDone={finish} />}
        </OnDemand>
      );
      return { revision: published.revision, updatedAt: published.updated_at, progress: progress || null };
    },
  });
}
