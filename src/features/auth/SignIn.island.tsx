import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { wordsOfError } from '#src/lib/api-client.ts';
import { readLastEmail } from '#src/stores/session-storage.ts';
import { useSession } from '#src/stores/use-session.ts';
import { CodeStep } from './CodeStep.tsx';
import { openForm, type OpenForm } from './request-code.ts';
import { EmailStep } from './EmailStep.tsx';
import { arrive, callbackOfAddress, type SignedInAnswer } from './callback-redirect.ts';
import { SignedInAs } from './SignedInAs.tsx';
import { keepProgress, type Mode, type Person, type Progress, readProgress } from './sign-in-progress.ts';

const NOBODY: Person = { email: '', firstName: '', lastName: '' };

/** Sign-in and sign-up: the way by e-mail, the address, the code. */
export function SignInIsland({ mode }: { mode: Mode }) {
  const session = useSession();
  const form = useRef<OpenForm | null>(null);
  const [step, setStep] = useState<'way' | 'email' | 'code'>('way');
  const [person, setPerson] = useState(NOBODY);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const moveOn = (next: Progress | null) => {
    keepProgress(next);
    setProgress(next);
    setStep(next ? 'code' : 'email');
  };
  const openedForm = () => {
    form.current ??= openForm();
    return form.current;
  };
  useEffect(() => {
    const started = readProgress(mode);
    setPerson(started?.person ?? { ...NOBODY, email: readLastEmail() ?? '' });
    setEnded(new URLSearchParams(window.location.search).has('ended'));
    if (!started) return;
    setProgress(started);
    setStep('code');
  }, [mode]);

  const finish = async (answer: SignedInAnswer) => {
    setLeaving(true);
    try {
      await arrive(answer, callbackOfAddress());
      keepProgress(null);
    } catch (error) {
      setLeaving(false);
      setFailure(wordsOfError(error));
      throw error;
    }
  };

  if (session.status === 'signed-in' && !isLeaving) return <SignedInAs user={session.user} failure={failure} />;
  return (
    <>
      {hasEnded && step === 'way' && <Notice tone="info">Your session has ended. Please sign in again.</Notice>}
      {step === 'way' && (
        <Button
          className="way"
          onClick={() => {
            openedForm();
            setStep('email');
          }}
        >
          {mode === 'login' ? 'Continue with Email' : 'Sign Up with Email'}
        </Button>
      )}
      {step === 'email' && (
        <EmailStep
          mode={mode}
          form={openedForm()}
          person={person}
          onChange={setPerson}
          onBack={() => setStep('way')}
          onSent={moveOn}
        />
      )}
      {step === 'code' && progress && (
        <CodeStep
          progress={progress}
          form={openedForm()}
          onBack={() => moveOn(null)}
          onResent={moveOn}
          onVerified={finish}
        />
      )}
    </>
  );
}
