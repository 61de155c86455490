import { type RefObject, useEffect, useRef, useState } from 'react';
import type { BlogJson, CheckWarning } from '#api/features/blogs/blogs.contract.ts';
import type { BlogDraftFields, DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { isSameText } from '#src/components/drafting/draft-text.ts';
import type { DraftInHand } from '#src/components/drafting/use-draft.ts';
import type { RichTextEditorHandle } from '#src/components/editor/RichTextEditor.tsx';
import { ApiError, api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { showToastNext } from '#src/lib/toast.ts';
import { blogCalls } from './blog-text.ts';
import { type PublishAct, publishActOf } from './publish-act.ts';

/** Which pages are right at once, and how many follow in the background. */
export type PublishPlan = { paths: string[]; afterwards: number };

export type PublishStep =
  /** `warnings` and `plan` are null when they could not be had: they only advise. */
  | { kind: 'asking'; act: PublishAct; warnings: CheckWarning[] | null; plan: PublishPlan | null }
  | { kind: 'following'; publishId: number; blog: BlogJson };

type Options = {
  draft: DraftInHand<BlogDraftFields>;
  blog: BlogJson | null;
  editor: RefObject<RichTextEditorHandle | null>;
  form: RefObject<HTMLFormElement | null>;
};

export type Publishing = ReturnType<typeof usePublishing>;

const CONFLICT = 'Somebody else saved another version. Compare and choose first, then publish.';

/** From the button to the proof that readers see it: save, check, ask, publish, follow. */
export function usePublishing({ draft, blog, editor, form }: Options) {
  const { keeper, fields } = draft;
  const [step, setStep] = useState<PublishStep | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(new Map());
  const act = publishActOf(fields, blog, Date.now());
  useFocusOfFirstError(form, issues);

  const refuse = (cause: unknown) => {
    setStep(null);
    const found = cause instanceof ApiError ? cause.issues : [];
    setIssues(new Map(found.map(({ path, message }) => [path, message])));
    setError((cause instanceof Error && cause.message) || 'An error occurred');
  };

  const begin = async () => {
    if (isPreparing || step) return;
    setError(null);
    setIssues(new Map());
    if (keeper.state().save.kind === 'conflict') return setError(CONFLICT);
    if (!fields.title.trim()) return setIssues(new Map([['title', 'Please give the post a title.']]));
    setPreparing(true);
    try {
      await editor.current?.whenUploaded();
      await keeper.saveNow({ evenEmpty: true });
      if (keeper.origin().version === 0) setError('Nothing has changed since this was saved last.');
      else setStep({ kind: 'asking', act, ...(await advise(keeper.origin().id ?? 0, draft.read(), act.isPublic)) });
    } catch (cause) {
      refuse(cause);
    } finally {
      setPreparing(false);
    }
  };

  const finish = () => {
    const isNew = blog === null || blog.revision <= 1;
    showToastNext(isNew ? 'Blog created successfully' : 'Blog updated successfully', 'success');
    window.location.assign(paths.blogManager);
  };

  const confirm = async () => {
    const { id, version } = keeper.origin();
    try {
      const answer = await blogCalls.publish(id ?? 0, version);
      keeper.settle({ version: 0, baseRevision: answer.blog.revision }, draft.read(), answer.blog.updated_at);
      const concernsReaders = act.isPublic || blog?.status === 'published';
      if (answer.publish_id === null || !concernsReaders) return finish();
      setStep({ kind: 'following', publishId: answer.publish_id, blog: answer.blog });
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status === 0 || cause.status >= 500) throw cause; // the dialog says it
      const theirs = cause.versions?.theirs as DraftJson<BlogDraftFields> | undefined;
      // The answer to an earlier try was lost: it is published.
      if (theirs?.version === 0 && isSameText(theirs, draft.read())) return finish();
      if (theirs) keeper.conflict(theirs);
      refuse(cause);
    }
  };

  const jump = (warning: CheckWarning) => {
    setStep(null);
    // After the dialog has given the focus back.
    setTimeout(() => {
      if (warning.target) editor.current?.jumpTo(warning.target);
      else form.current?.querySelector<HTMLElement>(`[name=${warning.kind}]`)?.focus();
    });
  };

  return {
    act,
    step,
    error,
    isPreparing,
    begin: () => void begin(),
    confirm,
    finish,
    jump,
    close: () => setStep(null),
    issueOf: (name: string) => issues.get(name),
  };
}

/** What to look at again, and what will change. Neither stands in the way when it cannot be had. */
async function advise(
  id: number,
  { fields, content }: { fields: BlogDraftFields; content: string },
  isPublic: boolean,
) {
  const { title, description } = fields;
  const [warnings, plan] = await Promise.all([
    isPublic
      ? api
          .post<{ warnings: CheckWarning[] }>(`/api/blogs/${id}/check`, { content, description, title })
          .then((answer) => answer.warnings)
          .catch(() => null)
      : [],
    api.post<PublishPlan>(`/api/blogs/${id}/publish-plan`).catch(() => null),
  ]);
  return { warnings, plan };
}

function useFocusOfFirstError(form: RefObject<HTMLFormElement | null>, issues: ReadonlyMap<string, string>): void {
  const seen = useRef(issues);
  useEffect(() => {
    if (issues === seen.current) return;
    seen.current = issues;
    if (issues.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [issues, form]);
}
