import { useCallback, useMemo } from 'react';
import type { UserJson } from '#api/features/auth/auth.contract.ts';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import type { PreviewLink } from '#src/features/drafts/publish/PreviewDialog.tsx';
import { useWriting } from '#src/features/drafts/use-draft-editor.ts';
import { WritingScreen } from '#src/features/drafts/DraftEditorScreen.tsx';
import { OnDemand } from '#src/ui/feedback/LazyBoundary.tsx';
import { api } from '#src/lib/api-client.ts';
import { nameOf } from '#src/lib/format/user-name.ts';
import { paths } from '#src/lib/paths.ts';
import type { LoadedBlog } from './BlogEditor.island.tsx';
import { BlogSettings } from './BlogSettings.tsx';
import { blogCalls, blogWords, emptyText, textOfBlog } from './blog-draft.ts';
import { useBlogPublishing } from './use-blog-publish-flow.tsx';

const loadPreviewDialog = () => import('#src/features/drafts/publish/PreviewDialog.tsx');

const HEADING_LEVELS = [1, 2, 3];

type Props = { user: UserJson; loaded: LoadedBlog; companyTimeZone: string };

/** One post being written. What readers have changes by publishing only. */
export function BlogEditor({ user, loaded, companyTimeZone }: Props) {
  const { id, blog, draft: saved, categories } = loaded;
  const writing = useWriting<BlogDraftFields, BlogJson>({
    kind: 'blog',
    userId: user.id,
    opened: { id, live: blog, draft: saved },
    empty: emptyText(nameOf(user)),
    textOf: textOfBlog,
    calls: blogCalls,
    addressOf: paths.editBlog,
  });
  const { draft, editor } = writing;
  const { keeper } = draft;
  const publishing = useBlogPublishing(writing);
  const wordsOf = useMemo(() => {
    const names = new Map(categories.map((category) => [category.id, category.name]));
    return blogWords((category) => names.get(category) ?? `Category ${category}`);
  }, [categories]);
  const makePreview = useCallback(async () => {
    await editor.current?.whenUploaded();
    await keeper.saveNow({ evenEmpty: true });
    return api.post<PreviewLink>(`/api/blogs/${keeper.origin().id}/preview-link`);
  }, [keeper, editor]);
  return (
    <WritingScreen
      writing={writing}
      publishing={publishing}
      wordsOf={wordsOf}
      headingLevels={HEADING_LEVELS}
      manager={paths.blogManager}
      preview={(close) => (
        <OnDemand load={loadPreviewDialog} onClose={close}>
          {({ PreviewDialog }) => <PreviewDialog isOpen makeLink={makePreview} onClose={close} />}
        </OnDemand>
      )}
    >
      <BlogSettings
        fields={draft.fields}
        blog={blog}
        categories={categories}
        companyTimeZone={companyTimeZone}
        readContent={() => draft.read().content}
        issueOf={publishing.issueOf}
        onChange={draft.change}
      />
    </WritingScreen>
  );
}
