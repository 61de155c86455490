import { useEffect, useRef } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import type { FormTokenSource } from './request-code.ts';
import type { SignInJson } from './callback-redirect.ts';
import { ResendCode } from './ResendCode.tsx';
import type { SignInProgress } from './sign-in-progress.ts';
import { useHasPassed } from './use-countdown.ts';
import { useVerification } from './use-verification.ts';

type Props = {
  progress: SignInProgress;
  form: FormTokenSource;
  onBack: () => void;
  /** A new code was sent. */
  onResent: (progress: SignInProgress) => void;
  onVerified: (answer: SignInJson) => Promise<void>;
  /** The code was right, but nobody can sign in to the account. */
  onRefused: (message: string) => void;
};

/** The code from the mail: one field, which sends itself at the sixth digit. */
export function CodeStep({ progress, form, onBack, onResent, onVerified, onRefused }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { code, failure, isBusy, handleInput, submit, fail, reset } = useVerification(
    progress.details.email,
    input,
    onVerified,
    onRefused,
  );
  const isExpired = useHasPassed(progress.expiresAt);
  useEffect(() => input.current?.focus(), []);

  return (
    <form className="form" onSubmit={submit} noValidate aria-labelledby="code_heading">
      <div className="words">
        <h2 id="code_heading">{progress.delivery === 'outbox' ? 'Enter your code' : 'Check your email'}</h2>
        <Delivery progress={progress} />
      </div>
      {failure && <Notice tone="error">{failure}</Notice>}
      {isExpired && !failure && <Notice tone="info">This code has expired. Send a new one.</Notice>}
      <TextField
        label="Verification code"
        className="code-field"
        ref={input}
        name="code"
        value={code}
        onChange={handleInput}
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
          Use a different email
        </Button>
      </div>
      <ResendCode
        progress={progress}
        form={form}
        onFailure={fail}
        onWait={onResent}
        onResent={(next) => {
          reset();
          onResent(next);
        }}
      />
    </form>
  );
}

/** Where to find the code. A site without a mail server must not claim that an email was sent. */
function Delivery({ progress }: { progress: SignInProgress }) {
  const email = <strong>{progress.details.email}</strong>;
  if (progress.delivery === 'outbox') {
    return (
      <p>
        This site doesn’t send email. The code for {email} is saved in the outbox on its server. It works for 10
        minutes.
      </p>
    );
  }
  return (
    <p>
      We’ve sent a code to {email}. It works for 10 minutes. The email also has a sign-in link that works on any device.
    </p>
  );
}
