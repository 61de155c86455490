import { useCallback, useEffect, useRef, useState } from 'react';
import type { FirstRunJson, SavedFirstRunJson } from '#api/features/first-run/first-run.contract.ts';
import type { FirstRunAnswers } from '#api/domain/first-run.ts';
import type { FirstRunQuestion } from '#api/domain/first-run-questions.ts';
import { api, formatError } from '#src/lib/api-client.ts';

/** One request for a burst of typing (ms). */
const SAVE_AFTER_MS = 800;

type State = { answers: FirstRunAnswers; answered: FirstRunQuestion[]; isPostponed: boolean };

/** The answers as they are typed, saved by themselves, one save at a time. */
export function useFirstRun(loaded: FirstRunJson) {
  const [state, setState] = useState<State>({
    answers: loaded.answers,
    answered: loaded.answered,
    isPostponed: loaded.is_postponed,
  });
  const [saved, setSaved] = useState<SavedFirstRunJson>(loaded);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(state);
  const version = useRef(loaded.version);
  const savedState = useRef(state);
  const running = useRef<Promise<void> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const run = useCallback(async () => {
    while (savedState.current !== latest.current) {
      const sent = latest.current;
      const { answers, answered, isPostponed } = sent;
      const json = { answers, answered, is_postponed: isPostponed, version: version.current };
      const answer = await api.put('/api/admin/first-run', { json });
      version.current = answer.version;
      savedState.current = sent;
      setSaved(answer);
    }
    setError(null);
  }, []);

  /** Saves at once what isn't saved yet. @throws why it can’t be */
  const save = useCallback(async () => {
    clearTimeout(timer.current);
    running.current ??= run().finally(() => {
      running.current = null;
    });
    await running.current;
    // Typed after the last save had begun.
    if (savedState.current !== latest.current) await run();
  }, [run]);

  const saveInBackground = useCallback(() => void save().catch((cause) => setError(formatError(cause))), [save]);

  const change = useCallback(
    (next: Partial<State>) => {
      latest.current = { ...latest.current, ...next };
      setState(latest.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(saveInBackground, SAVE_AFTER_MS);
    },
    [saveInBackground],
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (savedState.current !== latest.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      clearTimeout(timer.current);
    };
  }, []);

  return { state, saved, error, change, save, retry: saveInBackground, readVersion: () => version.current };
}

export type FirstRunEditor = ReturnType<typeof useFirstRun>;
