import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { readLastEmail } from '#src/lib/session-storage.ts';
import { useSession } from '#src/stores/use-session.ts';
import { CodeStep } from './CodeStep.tsx';
import { createFormTokenSource, type FormTokenSource } from './request-code.ts';
import { EmailStep } from './EmailStep.tsx';
import { completeSignIn, readCallbackUrl, type SignInJson } from './callback-redirect.ts';
import { SignedInAs } from './SignedInAs.tsx';
import {
  saveSignInProgress,
  type SignInMode,
  type SignInDetails,
  type SignInProgress,
  readSignInProgress,
} from './sign-in-progress.ts';

const EMPTY_DETAILS: SignInDetails = { email: '', firstName: '', lastName: '' };

/** Sign-in and sign-up: the way by e-mail, the address, the code. */
export function SignInIsland({ mode }: { mode: SignInMode }) {
  return (
    <ErrorBoundary>
      <SignIn mode={mode} />
    </ErrorBoundary>
  );
}

function SignIn({ mode }: { mode: SignInMode }) {
  const session = useSession();
  const form = useRef<FormTokenSource | null>(null);
  const [step, setStep] = useState<'way' | 'email' | 'code'>('way');
  const [details, setDetails] = useState(EMPTY_DETAILS);
  const [progress, setProgress] = useState<SignInProgress | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const setNextStep = (next: SignInProgress | null) => {
    saveSignInProgress(next);
    setProgress(next);
    setStep(next ? 'code' : 'email');
  };
  const getFormToken = () => {
    form.current ??= createFormTokenSource();
    return form.current;
  };
  useEffect(() => {
    const started = readSignInProgress(mode);
    setDetails(started?.details ?? { ...EMPTY_DETAILS, email: readLastEmail() ?? '' });
    setEnded(new URLSearchParams(window.location.search).has('ended'));
    if (!started) return;
    setProgress(started);
    setStep('code');
  }, [mode]);

  const isSignedIn = session.status === 'signed-in';
  useEffect(() => {
    if (!isSignedIn || isLeaving) return;
    saveSignInProgress(null);
    setProgress(null);
    setStep('way');
  }, [isSignedIn, isLeaving]);

  const finish = async (signIn: SignInJson) => {
    setLeaving(true);
    try {
      await completeSignIn(signIn, readCallbackUrl());
      saveSignInProgress(null);
    } catch (error) {
      setLeaving(false);
      setFailure(formatError(error));
      throw error;
    }
  };

  if (session.status === 'signed-in' && !isLeaving) return <SignedInAs user={session.user} failure={failure} />;
  return (
    <>
      {hasEnded && step === 'way' && <Notice tone="info">Your session has ended. Sign in again.</Notice>}
      {step === 'way' && (
        <Button
          className="way"
          onClick={() => {
            getFormToken();
            setStep('email');
          }}
        >
          {mode === 'login' ? 'Continue with Email' : 'Sign Up with Email'}
        </Button>
      )}
      {step === 'email' && (
        <EmailStep
          mode={mode}
          form={getFormToken()}
          details={details}
          onChange={setDetails}
          onBack={() => setStep('way')}
          onSent={setNextStep}
        />
      )}
      {step === 'code' && progress && (
        <CodeStep
          progress={progress}
          form={getFormToken()}
          onBack={() => setNextStep(null)}
          onResent={setNextStep}
          onVerified={finish}
        />
      )}
    </>
  );
}
