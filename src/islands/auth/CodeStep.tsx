import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { TextField } from '#src/components/ui/TextField.tsx';
import { ApiError, api, wordsOfError } from '#src/lib/api-client.ts';
import { type OpenForm, requestCode } from './code-request.ts';
import type { SignedInAnswer } from './onward.ts';
import type { Progress } from './sign-in-progress.ts';
import { useCountdown, useIsPast } from './use-countdown.ts';

const DIGITS = 6;

type Props = {
  progress: Progress;
  form: OpenForm;
  onBack: () => void;
  /** A new code is on its way. */
  onResent: (progress: Progress) => void;
  onVerified: (answer: SignedInAnswer) => Promise<void>;
};

/** The code from the mail: one field, which sends itself at the sixth digit. */
export function CodeStep({ progress, form, onBack, onResent, onVerified }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isExpired = useIsPast(progress.expiresAt);
  useEffect(() => input.current?.focus(), []);

  const verify = async (digits: string) => {
    if (isBusy) return;
    setFailure(null);
    if (digits.length !== DIGITS) {
      setFailure(`Please enter the ${DIGITS} digits from the e-mail.`);
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const body = { email: progress.person.email, code: digits };
      await onVerified(await api.post<SignedInAnswer>('/api/auth/email/verify', body));
    } catch (error) {
      setFailure(wordsOfError(error));
      setBusy(false);
      input.current?.focus();
      input.current?.select();
    }
  };
  const type = (event: FormEvent<HTMLInputElement>) => {
    // Whatever a paste brings along: spaces, dashes, a full stop.
    const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    if (digits.length === DIGITS && digits !== code) void verify(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void verify(code);
  };

  return (
    <form className="form" onSubmit={submit} noValidate aria-labelledby="code_heading">
      <div className="words">
        <h2 id="code_heading">Check your e-mail</h2>
        <p>
          We have sent a code to <strong>{progress.person.email}</strong>. It is valid for 10 minutes. The mail also
          holds a link, which works on any device.
        </p>
      </div>
      {failure && <Notice tone="error">{failure}</Notice>}
      {isExpired && !failure && (
        <Notice tone="info">This code is older than 10 minutes. Please ask for a new one.</Notice>
      )}
      <TextField
        label="Verification code"
        className="code-field"
        ref={input}
        name="code"
        value={code}
        onChange={type}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <div className="form-actions">
        <Button type="submit" isBusy={isBusy} busyLabel="Verifying...">
          Verify
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Change address
        </Button>
      </div>
      <Resend
        progress={progress}
        form={form}
        onFailure={setFailure}
        onWait={onResent}
        onResent={(next) => {
          setFailure(null);
          setCode('');
          input.current?.focus();
          onResent(next);
        }}
      />
    </form>
  );
}

type ResendProps = Pick<Props, 'progress' | 'form' | 'onResent'> & {
  onFailure: (words: string) => void;
  /** The server wants more patience. */
  onWait: (progress: Progress) => void;
};

/** Another code, after a while. The countdown is for the eyes; ears hear when it is over. */
function Resend({ progress, form, onResent, onFailure, onWait }: ResendProps) {
  const { mode, person } = progress;
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
      setNews('We have sent a new code. The one before it is not valid any more.');
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
        {news || 'No mail yet? Look into the spam folder, too.'}
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
