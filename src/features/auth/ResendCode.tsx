import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { type FormTokenSource, requestCode } from './request-code.ts';
import type { SignInProgress } from './sign-in-progress.ts';
import { useCountdown } from './use-countdown.ts';

type Props = {
  progress: SignInProgress;
  form: FormTokenSource;
  /** A new code was sent. */
  onResent: (progress: SignInProgress) => void;
  onFailure: (message: string) => void;
  /** The server refused: too soon. */
  onWait: (progress: SignInProgress) => void;
};

const NEW_CODE_SENT = 'We’ve sent a new code. The old one no longer works.';

/** 'Resend code' after a countdown. Screen readers announce only its end. */
export function ResendCode({ progress, form, onResent, onFailure, onWait }: Props) {
  const { mode, details } = progress;
  const isSaved = progress.delivery === 'outbox';
  const seconds = useCountdown(progress.resendAt);
  const [isBusy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const isCoolingDown = seconds > 0;
  const waited = useRef(isCoolingDown);
  useEffect(() => {
    if (waited.current && !isCoolingDown) setAnnouncement('You can send a new code now.');
    waited.current = isCoolingDown;
  }, [isCoolingDown]);

  const resend = async () => {
    if (isCoolingDown || isBusy) return;
    setBusy(true);
    try {
      onResent(await requestCode(mode, details, { website: '', formToken: await form.token() }));
      setAnnouncement(isSaved ? 'A new code is saved. The old one no longer works.' : NEW_CODE_SENT);
    } catch (error) {
      onFailure(formatError(error));
      const wait = error instanceof ApiError ? error.retryAfterSeconds : null;
      if (wait) onWait({ ...progress, resendAt: Date.now() + wait * 1000 });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="resend">
      <p className="small muted" aria-live="polite">
        {announcement || (isSaved ? '' : 'No email yet? Check your spam folder.')}
      </p>
      <Button
        variant="secondary"
        aria-disabled={isCoolingDown || undefined}
        isBusy={isBusy}
        busyLabel="Sending..."
        onClick={resend}
      >
        <span>Send a new code{isCoolingDown && <span aria-hidden="true"> in {formatCountdown(seconds)}</span>}</span>
      </Button>
    </div>
  );
}

const formatCountdown = (seconds: number) =>
  seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
