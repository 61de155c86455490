import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, formatError } from '#src/lib/api-client.ts';

type FieldIssues = Partial<Record<string, string>>;

/**
 * Sends a form. Errors are shown at their fields, the first of which gets the focus, and nowhere else; other errors,
 * and those of a field that the form doesn't show, are in `error`, which stands above its buttons. `findIssues` returns
 * what is wrong by field before anything is sent.
 */
export function useFormSubmit(save: () => Promise<void>, findIssues: () => FieldIssues = () => ({})) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [ownIssues, setOwnIssues] = useState<FieldIssues>({});
  const [isAtField, setAtField] = useState(true);
  useEffect(() => {
    const hasIssues = error !== null || Object.keys(ownIssues).length > 0;
    if (!hasIssues) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    field?.focus();
    setAtField(field != null);
  }, [error, ownIssues]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const issues = findIssues();
    setOwnIssues(issues);
    setError(null);
    setAtField(true);
    if (Object.keys(issues).length > 0) return;
    setBusy(true);
    try {
      await save();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return {
    form,
    submit,
    isBusy,
    getIssue: (path: string) => ownIssues[path] ?? (error instanceof ApiError ? error.getIssue(path) : undefined),
    error: error === null || (hasFieldIssues(error) && isAtField) ? null : formatError(error),
  };
}

const hasFieldIssues = (error: unknown): boolean => error instanceof ApiError && error.issues.length > 0;
