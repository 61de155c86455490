import { useState } from 'react';
import { formatError } from './api-client.ts';

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
