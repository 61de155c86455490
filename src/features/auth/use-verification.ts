import { type ChangeEvent, type RefObject, type SubmitEvent, useState } from 'react';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';
import type { SignInJson } from './callback-redirect.ts';

const DIGITS = 6;

/** The code was right, but nobody can sign in to this account. */
export const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 403;

/** The typed code, sent automatically with the sixth digit, or by the button. */
export function useVerification(
  email: string,
  input: RefObject<HTMLInputElement | null>,
  onVerified: (answer: SignInJson) => Promise<void>,
  onRefused: (message: string) => void,
) {
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const verify = async (digits: string) => {
    if (isBusy) return;
    setFailure(null);
    if (digits.length !== DIGITS) {
      setFailure(`Enter the ${DIGITS}-digit code from the email.`);
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onVerified(await api.post('/api/auth/email/verify', { json: { email, code: digits } }));
    } catch (error) {
      if (isRefused(error)) return onRefused(error.message);
      setFailure(formatError(error));
      setBusy(false);
      input.current?.focus();
      input.current?.select();
    }
  };
  return {
    code,
    failure,
    isBusy,
    handleInput(event: ChangeEvent<HTMLInputElement>) {
      // A paste may contain spaces, dashes or a full stop.
      const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, DIGITS);
      setCode(digits);
      if (digits.length === DIGITS && digits !== code) void verify(digits);
    },
    submit(event: SubmitEvent) {
      event.preventDefault();
      void verify(code);
    },
    fail: (message: string) => setFailure(message),
    /** For another code. */
    reset() {
      setFailure(null);
      setCode('');
      input.current?.focus();
    },
  };
}
