import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { ApiError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { type DraftContent, isPublishedContent } from '#src/features/drafts/draft-content.ts';
import type { DraftController } from '#src/features/drafts/use-draft.ts';
import type { PublishAction, PublishChecks, PublishResult, PublishStep } from './publish-action.ts';

type Options<Fields extends object> = {
  draftEditor: {
    userId: number;
    draft: DraftController<Fields>;
    editor: RefObject<RichTextEditorHandle | null>;
    form: RefObject<HTMLElement | null>;
  };
  /** What the button of the screen does. */
  action: PublishAction<Fields>;
  /** Missing values by field, found before any request. */
  missing: (fields: Fields) => [name: string, message: string][];
  runChecks: (action: PublishAction<Fields>, id: number, text: DraftContent<Fields>) => Promise<PublishChecks>;
  publish: (id: number, version: number, fields: Fields) => Promise<PublishResult>;
  /** The change is saved and needs no result dialog. */
  finish: () => void;
  /** What failed, above the reason. */
  failure?: string;
};

export type PublishFlow<Fields extends object> = ReturnType<typeof usePublishFlow<Fields>>;

const OFFLINE = 'You’re offline. Publish when you’re back online.';
const NO_CHANGES = 'There are no changes to publish.';
const NOTHING_TO_SUBMIT = 'There are no changes to submit.';

/** From the button to the result: save, check, ask where something is to be asked, publish, show the result. */
export function usePublishFlow<Fields extends object>(options: Options<Fields>) {
  const { draftEditor, finish } = options;
  const { userId, draft, editor, form } = draftEditor;
  const { autosaver, fields } = draft;
  const [step, setStep] = useState<PublishStep<Fields> | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const [error, setError] = useState<{ title?: string | undefined; message: string } | null>(null);
  const [isOffline, setOffline] = useOfflineUntilOnline();
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(new Map());
  useFocusFirstError(form, issues);

  /** The other version, while there is one. */
  const getConflict = () => {
    const { save } = autosaver.state();
    return save.kind === 'conflict' ? save.theirs : null;
  };
  const showFailure = (cause: unknown) => {
    setStep(null);
    const fieldIssues = cause instanceof ApiError ? cause.issues : [];
    setIssues(new Map(fieldIssues.map(({ path, message }) => [path, message])));
    const conflict = getConflict();
    // The message of the server assumes another user.
    const isOwn = conflict?.user?.id === userId;
    // A conflict and a wrong field say more themselves.
    const title = conflict || fieldIssues.length > 0 ? undefined : options.failure;
    const message = isOwn ? formatConflict(isOwn) : (cause instanceof Error && cause.message) || 'An error occurred';
    setError({ title, message });
  };

  const start = (action = options.action) => (isPreparing || step ? undefined : prepare(action));

  const prepare = async (action: PublishAction<Fields>) => {
    if (!navigator.onLine) return setOffline(true);
    const missing = new Map(options.missing(fields));
    const conflict = getConflict();
    setError(conflict && { message: formatConflict(conflict.user?.id === userId) });
    setIssues(missing);
    if (conflict || missing.size > 0) return;
    setPreparing(true);
    try {
      await editor.current?.whenUploaded();
      await autosaver.saveNow();
      const hasDraft = autosaver.draftBase().version > 0;
      if (!hasDraft && action.isUpdate) return showToast(NO_CHANGES);
      if (!hasDraft && action.run) return showToast(NOTHING_TO_SUBMIT);
      const checks = await options.runChecks(action, autosaver.draftBase().id ?? 0, draft.read());
      const asking: PublishStep<Fields> = { kind: 'asking', action, ...checks };
      if (action.isUpdate && checks.warnings?.length === 0)
        await publish(action, {}, { onUnreachable: () => setStep(asking) });
      else setStep(asking);
    } catch (cause) {
      showFailure(cause);
    } finally {
      setPreparing(false);
    }
  };

  /**
   * What someone else published meanwhile is merged, and the result is published, unless both changed the same place.
   * `onUnreachable` is called when the server did not answer: it can be tried again.
   */
  const publish = async (
    action: PublishAction<Fields>,
    more: Partial<Fields>,
    { onUnreachable, isMerged = false }: { onUnreachable?: () => void; isMerged?: boolean } = {},
  ): Promise<void> => {
    const changes = { ...action.changes, ...more };
    const withChanges = (text: DraftContent<Fields>) => ({ ...text, fields: { ...text.fields, ...changes } });
    try {
      const applyChanges = () => {
        if (hasDifference(draft.read().fields, changes)) draft.change(changes);
      };
      // A saved draft is published with the changed fields in the same request; a live text without one needs a draft first.
      if (autosaver.draftBase().version === 0) applyChanges();
      await autosaver.saveNow();
      const { result } = await autosaver.publish(
        (id, version) => options.publish(id, version, withChanges(draft.read()).fields),
        applyChanges,
      );
      if (result) setStep({ kind: 'following', result });
      else finish();
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status === 0 || cause.status >= 500) {
        onUnreachable?.();
        throw cause;
      }
      const theirs = cause.versions?.theirs as DraftJson<Fields> | undefined;
      // The answer to an earlier try was lost: it is published.
      const isPublished = () => theirs?.version === 0 && isPublishedContent(withChanges(draft.read()), theirs);
      if (isPublished()) return finish();
      if (theirs && !isMerged && (await autosaver.mergeTheirs(theirs))) {
        if (isPublished()) return finish();
        const isOwn = theirs.user?.id === userId;
        const published = isOwn ? 'you published in another tab' : `${theirs.user?.name ?? 'someone else'} published`;
        showToast(`Merged with what ${published} meanwhile.`);
        return publish(action, more, { ...(onUnreachable && { onUnreachable }), isMerged: true });
      }
      showFailure(cause);
    }
  };

  /** The text stays as it is, and stays open. */
  const runOnDraft = async (run: NonNullable<PublishAction<Fields>['run']>, note: string): Promise<void> => {
    try {
      await autosaver.saveNow();
      const { id, version } = autosaver.draftBase();
      await run(id ?? 0, version, note);
      close();
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status === 0 || cause.status >= 500) throw cause;
      showFailure(cause);
    }
  };

  /** After a fix: one heading that is right may make the next one right, or wrong. */
  const checkAgain = async () => {
    if (step?.kind !== 'asking') return;
    const findWarnings = async () => {
      await autosaver.saveNow();
      return (await options.runChecks(step.action, autosaver.draftBase().id ?? 0, draft.read())).warnings;
    };
    const warnings = await findWarnings().catch(() => null);
    setStep((now) => (now?.kind === 'asking' ? { ...now, warnings } : now));
  };

  /** Back to the text, whatever is open. */
  const close = () => {
    setStep(null);
    // After the dialog has given the focus back.
    setTimeout(() => editor.current?.focus());
  };

  return {
    step,
    error,
    failure: options.failure,
    /** Said beside the button, so that the text stays where it is; null while there is a connection. */
    offlineMessage: isOffline ? OFFLINE : null,
    isPreparing,
    start: (action?: PublishAction<Fields>) => void start(action),
    /** Asks again, in place of the result of what was published. */
    startAgain(action: PublishAction<Fields>) {
      setStep(null);
      void prepare(action);
    },
    confirm: (action: PublishAction<Fields>, more: Partial<Fields>, note: string) =>
      action.run ? runOnDraft(action.run, note) : publish(action, more),
    close,
    /** Shows what a warning of the checks is about. */
    goToWarning(warning: NonNullable<PublishChecks['warnings']>[number]) {
      setStep(null);
      setTimeout(() => {
        if (warning.target) editor.current?.jumpTo(warning.target);
        else form.current?.querySelector<HTMLElement>(`[name=${warning.kind}]`)?.focus();
      });
    },
    /** The image that a warning is about, where its alt text can be typed in the dialog. */
    getImage: ({ kind, target }: NonNullable<PublishChecks['warnings']>[number]) =>
      kind === 'alt' && target ? (editor.current?.getImageAddress(target.index) ?? null) : null,
    setAltText({ target }: NonNullable<PublishChecks['warnings']>[number], alt: string) {
      if (target) editor.current?.setAltText(target.index, alt);
      return checkAgain();
    },
    /** A heading gets its level, and the question stays; an image in a protected block is shown. */
    fixWarning(warning: NonNullable<PublishChecks['warnings']>[number]) {
      const { target, fixed_level: level } = warning;
      if (target && level !== undefined) {
        editor.current?.setHeadingLevel(target.index, level);
        void checkAgain();
        return;
      }
      setStep(null);
      setTimeout(() => target && editor.current?.editAltText(target.index));
    },
    getIssue: (name: string) => issues.get(name),
    issues,
  };
}

/** Ends by itself when the browser is back online. */
function useOfflineUntilOnline() {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (!isOffline) return;
    const end = () => setOffline(false);
    window.addEventListener('online', end, { once: true });
    return () => window.removeEventListener('online', end);
  }, [isOffline]);
  return [isOffline, setOffline] as const;
}

const formatConflict = (isOwn: boolean) =>
  `${isOwn ? 'You saved a different version in another tab.' : 'Someone else saved a different version.'} Compare the two versions before you publish.`;

const hasDifference = <Fields extends object>(fields: Fields, changes: Partial<Fields>) =>
  Object.entries(changes).some(([name, value]) => fields[name as keyof Fields] !== value);

function useFocusFirstError(form: RefObject<HTMLElement | null>, issues: ReadonlyMap<string, string>): void {
  const seen = useRef(issues);
  useEffect(() => {
    if (issues === seen.current) return;
    seen.current = issues;
    if (issues.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [issues, form]);
}
