import { useState } from 'react';
import { formatError, formatServerError } from './api-client.ts';
import { showToast } from './toast.ts';

/** One call at a time, such as that of a button: whether it runs, and as a sentence why it failed. */
export function useAction<Input extends unknown[]>(action: (...input: Input) => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (...input: Input): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await action(...input);
    } catch (cause) {
      setError(formatError(cause));
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, error };
}

type ToastOptions = {
  /** Shown when it fails and the server gives no reason. */
  failure?: string;
  /** Called after it, also after a failure: the screen shows what is true then. */
  onSettled?: () => void;
};

/** As `useAction`, with toasts: of the sentence that the action resolves with, if it is one, or why it failed. */
export function useToastAction<Input extends unknown[]>(
  action: (...input: Input) => Promise<unknown>,
  { failure, onSettled }: ToastOptions = {},
) {
  return useAction(async (...input: Input) => {
    try {
      const message = await action(...input);
      if (typeof message === 'string') showToast(message, 'success');
    } catch (error) {
      showToast(failure === undefined ? formatError(error) : formatServerError(error, failure), 'error');
    }
    onSettled?.();
  });
}
