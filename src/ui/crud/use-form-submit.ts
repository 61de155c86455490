import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

/**
 * Sends a form. Errors are shown at their fields, the first of which gets the focus; other errors are in
 * `error`. `failure` is the toast; null where the form shows `error` in sight of its button.
 */
export function useFormSubmit(save: () => Promise<void>, failure: string | null) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await save();
    } catch (cause) {
      setError(cause);
      if (failure !== null) showToast(failure, 'error');
    } finally {
      setBusy(false);
    }
  };
  const hasFieldIssues = error instanceof ApiError && error.issues.length > 0;
  return {
    form,
    submit,
    isBusy,
    getIssue: (path: string) => (error instanceof ApiError ? error.getIssue(path) : undefined),
    error: error === null || hasFieldIssues ? null : formatError(error),
  };
}
