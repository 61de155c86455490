import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { CheckWarning } from '#api/features/blogs/blogs.contract.ts';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { ApiError } from '#src/lib/api-client.ts';
import { type DraftText, isPublishedAs } from '#src/features/drafts/draft-content.ts';
import type { DraftInHand } from '#src/features/drafts/use-draft.ts';

/** What publishing means for what is chosen. */
export type PublishAct = {
  /** On the button. */
  label: string;
  busyLabel: string;
  /** What will happen, for readers. */
  consequence: string;
  /** Readers see it afterwards, now or later: then it is worth a check. */
  isPublic: boolean;
};

/** Which pages are right at once, and how many follow in the background. */
export type PublishPlan = { paths: string[]; afterwards: number };

/** What is said before the question. Null where it could not be had: it only advises. */
export type Advice = { warnings: CheckWarning[] | null; plan: PublishPlan | null };

export type PublishStep = ({ kind: 'asking'; act: PublishAct } & Advice) | { kind: 'following'; progress: ReactNode };

/** `progress` is shown until it calls `finish` itself; null when there is nothing to wait for. */
export type Published = { revision: number; updatedAt: string; progress: ReactNode | null };

type Options<Fields extends object> = {
  writing: {
    draft: DraftInHand<Fields>;
    editor: RefObject<RichTextEditorHandle | null>;
    form: RefObject<HTMLElement | null>;
  };
  act: PublishAct;
  /** What is missing, by the name of its field, before anything is asked of the server. */
  missing: (fields: Fields) => [name: string, message: string][];
  advise: (id: number, text: DraftText<Fields>) => Promise<Advice>;
  publish: (id: number, version: number) => Promise<Published>;
  finish: () => void;
};

export type Publishing = ReturnType<typeof usePublishing<object>>;

const CONFLICT = 'Somebody else saved another version. Compare and choose first, then publish.';

/** From the button to the end: save, check, ask, publish, follow. */
export function usePublishing<Fields extends object>(options: Options<Fields>) {
  const { writing, act, finish } = options;
  const { draft, editor, form } = writing;
  const { keeper, fields } = draft;
  const [step, setStep] = useState<PublishStep | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(new Map());
  useFocusOfFirstError(form, issues);

  const refuse = (cause: unknown) => {
    setStep(null);
    const found = cause instanceof ApiError ? cause.issues : [];
    setIssues(new Map(found.map(({ path, message }) => [path, message])));
    setError((cause instanceof Error && cause.message) || 'An error occurred');
  };

  const begin = async () => {
    if (isPreparing || step) return;
    const missing = new Map(options.missing(fields));
    const isHeld = keeper.state().save.kind === 'conflict';
    setError(isHeld ? CONFLICT : null);
    setIssues(missing);
    if (isHeld || missing.size > 0) return;
    setPreparing(true);
    try {
      await editor.current?.whenUploaded();
      await keeper.saveNow({ evenEmpty: true });
      if (keeper.origin().version === 0) setError('Nothing has changed since this was saved last.');
      else setStep({ kind: 'asking', act, ...(await options.advise(keeper.origin().id ?? 0, draft.read())) });
    } catch (cause) {
      refuse(cause);
    } finally {
      setPreparing(false);
    }
  };

  const confirm = async () => {
    try {
      const { progress } = await keeper.publish(options.publish);
      if (progress) setStep({ kind: 'following', progress });
      else finish();
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status === 0 || cause.status >= 500) throw cause; // the dialog says it
      const theirs = cause.versions?.theirs as DraftJson<Fields> | undefined;
      // The answer to an earlier try was lost: it is published.
      if (theirs?.version === 0 && isPublishedAs(draft.read(), theirs)) return finish();
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

function useFocusOfFirstError(form: RefObject<HTMLElement | null>, issues: ReadonlyMap<string, string>): void {
  const seen = useRef(issues);
  useEffect(() => {
    if (issues === seen.current) return;
    seen.current = issues;
    if (issues.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [issues, form]);
}
