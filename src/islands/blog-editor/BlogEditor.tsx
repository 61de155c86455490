import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { UserJson } from '#api/features/auth/auth.contract.ts';
import { createBrowserMirror } from '#src/components/drafting/browser-mirror.ts';
import { ContentField } from '#src/components/drafting/ContentField.tsx';
import { DiscardChanges } from '#src/components/drafting/DiscardChanges.tsx';
import { leaveKeepingDraft } from '#src/components/drafting/leave.ts';
import { DraftingFrame } from '#src/components/drafting/DraftingFrame.tsx';
import { useDraft } from '#src/components/drafting/use-draft.ts';
import type { PreviewLink } from '#src/components/drafting/PreviewDialog.tsx';
import type { RichTextEditorHandle } from '#src/components/editor/RichTextEditor.tsx';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { TextField } from '#src/components/ui/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { nameOf } from '#src/lib/name-of.ts';
import { paths } from '#src/lib/paths.ts';
import type { LoadedBlog } from './BlogEditorIsland.tsx';
import { BlogSettings } from './BlogSettings.tsx';
import { blogCalls, blogWords, emptyText, textOfBlog } from './blog-text.ts';
import { useBlogPublishing } from './use-blog-publishing.tsx';

const PublishDialog = lazy(async () => ({
  default: (await import('#src/components/drafting/PublishDialog.tsx')).PublishDialog,
}));
const PreviewDialog = lazy(async () => ({
  default: (await import('#src/components/drafting/PreviewDialog.tsx')).PreviewDialog,
}));

const HEADING_LEVELS = [1, 2, 3];
const TITLE_MAX_LENGTH = 200;

type Props = { user: UserJson; loaded: LoadedBlog; companyTimeZone: string };

/** One post being written. What readers have changes by publishing only. */
export function BlogEditor({ user, loaded, companyTimeZone }: Props) {
  const { blog, categories } = loaded;
  const editor = useRef<RichTextEditorHandle>(null);
  const form = useRef<HTMLDivElement>(null);
  const [mirror] = useState(() => createBrowserMirror<BlogDraftFields>());
  const [isPreviewed, setPreviewed] = useState(false);
  const draft = useDraft<BlogDraftFields>({
    ...startOf(loaded, nameOf(user)),
    kind: 'blog',
    userId: user.id,
    calls: blogCalls,
    mirror,
    editor,
    onCreated: (id) => window.history.replaceState(window.history.state, '', paths.editBlog(id)),
  });
  const { fields, keeper } = draft;
  const publishing = useBlogPublishing({ draft, blog, editor, form });
  const wordsOf = useMemo(() => {
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    return blogWords((id) => names.get(id) ?? `Category ${id}`);
  }, [categories]);
  const makePreview = useCallback(async () => {
    await editor.current?.whenUploaded();
    await keeper.saveNow({ evenEmpty: true });
    return api.post<PreviewLink>(`/api/blogs/${keeper.origin().id}/preview-link`);
  }, [keeper]);
  return (
    <DraftingFrame
      kind="blog"
      thing="post"
      userId={user.id}
      draft={draft}
      mirror={mirror}
      calls={blogCalls}
      wordsOf={wordsOf}
      publishLabel={publishing.act.label}
      onPublish={publishing.begin}
      actions={
        <>
          <Button variant="quiet" onClick={() => void leaveKeepingDraft(keeper, paths.blogManager)}>
            Cancel
          </Button>
          <Button variant="secondary" onClick={() => setPreviewed(true)}>
            Preview
          </Button>
          <Button isBusy={publishing.isPreparing} busyLabel="Saving..." onClick={publishing.begin}>
            {publishing.act.label}
          </Button>
        </>
      }
    >
      {publishing.error && <Notice tone="error">{publishing.error}</Notice>}
      <div className="drafting-columns" ref={form}>
        <div className="drafting-text">
          <TextField
            label="Title"
            className="title-field"
            name="title"
            maxLength={TITLE_MAX_LENGTH}
            autoComplete="off"
            value={fields.title}
            error={publishing.issueOf('title')}
            onChange={(event) => draft.change({ title: event.currentTarget.value })}
          />
          <ContentField
            ref={editor}
            headingLevels={HEADING_LEVELS}
            initialHtml={draft.initialContent}
            onChange={draft.contentChanged}
            error={publishing.issueOf('content')}
          />
        </div>
        <div className="drafting-settings">
          <BlogSettings
            fields={fields}
            blog={blog}
            categories={categories}
            companyTimeZone={companyTimeZone}
            readContent={() => draft.read().content}
            issueOf={publishing.issueOf}
            onChange={draft.change}
          />
          <DiscardChanges
            draft={draft}
            live={blog}
            discard={blogCalls.discard}
            reload={async (id) => (await blogCalls.open(id)).blog}
            textOf={textOfBlog}
          />
        </div>
      </div>
      <Suspense>
        {publishing.step && <PublishDialog publishing={publishing} />}
        {isPreviewed && <PreviewDialog isOpen makeLink={makePreview} onClose={() => setPreviewed(false)} />}
      </Suspense>
    </DraftingFrame>
  );
}

function startOf({ id, blog, draft }: LoadedBlog, authorName: string) {
  const origin = { id, version: draft?.version ?? 0, baseRevision: draft?.base_revision ?? blog?.revision ?? 0 };
  if (draft) return { origin, text: { fields: draft.fields, content: draft.content }, savedAt: draft.updated_at };
  if (blog) return { origin, text: textOfBlog(blog), savedAt: blog.updated_at };
  return { origin, text: emptyText(authorName), savedAt: null };
}
