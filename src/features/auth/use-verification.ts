import { type ChangeEvent, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';
import type { SignInJson } from './callback-redirect.ts';

const DIGITS = 6;

/** The code was right, but nobody can sign in to this account. */
export const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 403;

const isWrongCode = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 400;

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
  /** The code that was refused: the same one again would spend another attempt for the same response. */
  const refused = useRef({ code: '', message: '' });

  const verify = async (digits: string) => {
    if (isBusy) return;
    if (digits === refused.current.code && digits !== '') {
      setFailure(refused.current.message);
      input.current?.focus();
      return;
    }
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
      if (isWrongCode(error)) refused.current = { code: digits, message: error.message };
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
      refused.current = { code: '', message: '' };
      setFailure(null);
      setCode('');
      input.current?.focus();
    },
  };
}
