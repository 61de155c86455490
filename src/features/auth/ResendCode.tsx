import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { ApiError, wordsOfError } from '#src/lib/api-client.ts';
import { type OpenForm, requestCode } from './request-code.ts';
import type { Progress } from './sign-in-progress.ts';
import { useCountdown } from './use-countdown.ts';

type Props = {
  progress: Progress;
  form: OpenForm;
  /** A new code is on its way. */
  onResent: (progress: Progress) => void;
  onFailure: (words: string) => void;
  /** The server wants more patience. */
  onWait: (progress: Progress) => void;
};

const NEW_CODE_SENT = 'We’ve sent a new code. The old one no longer works.';

/** Another code, after a while. The countdown is for the eyes; ears hear when it is over. */
export function Resend({ progress, form, onResent, onFailure, onWait }: Props) {
  const { mode, person } = progress;
  const isSaved = progress.delivery === 'outbox';
  const seconds = useCountdown(progress.resendAt);
  const [isBusy, setBusy] = useState(false);
  const [news, setNews] = useState('');
  const waits = seconds > 0;
  const waited = useRef(waits);
  useEffect(() => {
    if (waited.current && !waits) setNews('You can ask for a new code now.');
    waited.current = waits;
  }, [waits]);

  const resend = async () => {
    if (waits || isBusy) return;
    setBusy(true);
    try {
      onResent(await requestCode(mode, person, { website: '', formToken: await form.token() }));
      setNews(isSaved ? 'A new code is saved. The old one no longer works.' : NEW_CODE_SENT);
    } catch (error) {
      onFailure(wordsOfError(error));
      const wait = error instanceof ApiError ? error.retryAfterSeconds : null;
      if (wait) onWait({ ...progress, resendAt: Date.now() + wait * 1000 });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="resend">
      <p className="small muted" aria-live="polite">
        {news || (isSaved ? '' : 'No email yet? Check your spam folder.')}
      </p>
      <Button
        variant="secondary"
        aria-disabled={waits || undefined}
        isBusy={isBusy}
        busyLabel="Sending..."
        onClick={resend}
      >
        Send a new code{waits && <span aria-hidden="true"> in {inMinutes(seconds)}</span>}
      </Button>
    </div>
  );
}

const inMinutes = (seconds: number) =>
  seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
