import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { CheckWarningJson, DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { ApiError } from '#src/lib/api-client.ts';
import { type DraftContent, isPublishedContent } from '#src/features/drafts/draft-content.ts';
import type { DraftController } from '#src/features/drafts/use-draft.ts';

/** What publishing means for what is chosen. */
export type PublishAction = {
  /** On the button. */
  label: string;
  busyLabel: string;
  /** What will happen, for readers. */
  consequence: string;
  /** Readers see it afterwards, now or later: then it is worth a check. */
  isPublic: boolean;
};

/** Which pages are right at once, and how many follow in the background. */
export type PublishPlan = { paths: string[]; background_count: number };

/** What is said before the question. Null where it could not be had: it only advises. */
export type PublishChecks = { warnings: CheckWarningJson[] | null; plan: PublishPlan | null };

export type PublishStep =
  ({ kind: 'asking'; action: PublishAction } & PublishChecks) | { kind: 'following'; progress: ReactNode };

/** `progress` is shown until it calls `finish` itself; null when there is nothing to wait for. */
export type PublishResult = { revision: number; updatedAt: string; progress: ReactNode | null };

type Options<Fields extends object> = {
  draftEditor: {
    draft: DraftController<Fields>;
    editor: RefObject<RichTextEditorHandle | null>;
    form: RefObject<HTMLElement | null>;
  };
  action: PublishAction;
  /** What is missing, by the name of its field, before anything is asked of the server. */
  missing: (fields: Fields) => [name: string, message: string][];
  runChecks: (id: number, text: DraftContent<Fields>) => Promise<PublishChecks>;
  publish: (id: number, version: number) => Promise<PublishResult>;
  finish: () => void;
};

export type PublishFlow = ReturnType<typeof usePublishFlow<object>>;

const CONFLICT = 'Somebody else saved another version. Compare and choose first, then publish.';

/** From the button to the end: save, check, ask, publish, follow. */
export function usePublishFlow<Fields extends object>(options: Options<Fields>) {
  const { draftEditor, action, finish } = options;
  const { draft, editor, form } = draftEditor;
  const { autosaver, fields } = draft;
  const [step, setStep] = useState<PublishStep | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(new Map());
  useFocusFirstError(form, issues);

  const showFailure = (cause: unknown) => {
    setStep(null);
    const fieldIssues = cause instanceof ApiError ? cause.issues : [];
    setIssues(new Map(fieldIssues.map(({ path, message }) => [path, message])));
    setError((cause instanceof Error && cause.message) || 'An error occurred');
  };

  const start = async () => {
    if (isPreparing || step) return;
    const missing = new Map(options.missing(fields));
    const hasConflict = autosaver.state().save.kind === 'conflict';
    setError(hasConflict ? CONFLICT : null);
    setIssues(missing);
    if (hasConflict || missing.size > 0) return;
    setPreparing(true);
    try {
      await editor.current?.whenUploaded();
      await autosaver.saveNow({ allowEmpty: true });
      if (autosaver.draftBase().version === 0) setError('Nothing has changed since this was saved last.');
      else
        setStep({ kind: 'asking', action, ...(await options.runChecks(autosaver.draftBase().id ?? 0, draft.read())) });
    } catch (cause) {
      showFailure(cause);
    } finally {
      setPreparing(false);
    }
  };

  const confirm = async () => {
    try {
      const { progress } = await autosaver.publish(options.publish);
      if (progress) setStep({ kind: 'following', progress });
      else finish();
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status === 0 || cause.status >= 500) throw cause; // the dialog says it
      const theirs = cause.versions?.theirs as DraftJson<Fields> | undefined;
      // The answer to an earlier try was lost: it is published.
      if (theirs?.version === 0 && isPublishedContent(draft.read(), theirs)) return finish();
      if (theirs) autosaver.enterConflict(theirs);
      showFailure(cause);
    }
  };

  const goToWarning = (warning: CheckWarningJson) => {
    setStep(null);
    // After the dialog has given the focus back.
    setTimeout(() => {
      if (warning.target) editor.current?.jumpTo(warning.target);
      else form.current?.querySelector<HTMLElement>(`[name=${warning.kind}]`)?.focus();
    });
  };

  return {
    action,
    step,
    error,
    isPreparing,
    start: () => void start(),
    confirm,
    finish,
    goToWarning,
    close: () => setStep(null),
    getIssue: (name: string) => issues.get(name),
  };
}

function useFocusFirstError(form: RefObject<HTMLElement | null>, issues: ReadonlyMap<string, string>): void {
  const seen = useRef(issues);
  useEffect(() => {
    if (issues === seen.current) return;
    seen.current = issues;
    if (issues.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [issues, form]);
}
