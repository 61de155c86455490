import { useEffect, useRef, useState } from 'react';
import type { InvitationJson } from '#api/features/waiting-list/waiting-list.contract.ts';
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { readLastEmail } from '#src/lib/session-storage.ts';
import { useSession } from '#src/stores/use-session.ts';
import { CodeStep } from './CodeStep.tsx';
import { createFormTokenSource, type FormTokenSource } from './request-code.ts';
import { EmailStep, readTypedDetails } from './EmailStep.tsx';
import { completeSignIn, readCallbackUrl, type SignInJson } from './callback-redirect.ts';
import { InvitationNotice } from './InvitationNotice.tsx';
import { RefusedSignIn } from './RefusedSignIn.tsx';
import { takeSignInEmail } from './sign-in-email.ts';
import { SignedInAs } from './SignedInAs.tsx';
import {
  saveSignInProgress,
  type SignInMode,
  type SignInDetails,
  type SignInProgress,
  readSignInProgress,
} from './sign-in-progress.ts';
import { useInvitation } from './use-invitation.ts';

const EMPTY_DETAILS: SignInDetails = { email: '', firstName: '', lastName: '' };

/** Sign-in and sign-up: the address, then the code. */
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
  const emailForm = useRef<HTMLFormElement>(null);
  const [isStarted, setStarted] = useState(false);
  const [details, setDetails] = useState(EMPTY_DETAILS);
  const [progress, setProgress] = useState<SignInProgress | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const setNextStep = (next: SignInProgress | null) => {
    saveSignInProgress(next);
    setProgress(next);
  };
  const getFormToken = () => {
    form.current ??= createFormTokenSource();
    return form.current;
  };
  const start = () => {
    getFormToken();
    setStarted(true);
  };
  useEffect(() => {
    const started = readSignInProgress(mode);
    const typed = readTypedDetails(emailForm.current);
    const email = typed.email || (mode === 'login' && takeSignInEmail()) || readLastEmail() || '';
    setDetails(started?.details ?? { ...EMPTY_DETAILS, ...typed, email });
    setReason(readReason());
    setProgress(started);
    if (started || emailForm.current?.contains(document.activeElement)) setStarted(true);
  }, [mode]);

  const { state: invitation, retry: retryInvitation } = useInvitation();
  const invited = invitation.status === 'open' ? invitation.invitation : null;
  useEffect(() => {
    if (invited && !invited.has_account) setDetails((typed) => fillInInvitation(typed, invited));
  }, [invited]);

  const isSignedIn = session.status === 'signed-in';
  useEffect(() => {
    if (!isSignedIn || isLeaving) return;
    saveSignInProgress(null);
    setProgress(null);
    setStarted(false);
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

  const refuse = (message: string) => {
    setNextStep(null);
    setRefusal(message);
  };

  if (refusal) return <RefusedSignIn message={refusal} />;
  if (session.status === 'signed-in' && !isLeaving) return <SignedInAs user={session.user} failure={failure} />;
  return (
    <>
      {reason && !progress && <Notice tone="info">{reason}</Notice>}
      {!progress && <InvitationNotice state={invitation} onRetry={retryInvitation} />}
      {!progress && (
        <EmailStep
          ref={emailForm}
          mode={mode}
          isStarted={isStarted}
          getFormToken={getFormToken}
          details={details}
          onChange={setDetails}
          onStart={start}
          onBack={() => setStarted(false)}
          onSent={setNextStep}
        />
      )}
      {progress && (
        <CodeStep
          progress={progress}
          form={getFormToken()}
          onBack={() => setNextStep(null)}
          onResent={setNextStep}
          onVerified={finish}
          onRefused={refuse}
        />
      )}
    </>
  );
}

/** Why the page was opened by another one, if it says so in the address. */
function readReason(): string | null {
  const query = new URLSearchParams(window.location.search);
  if (query.has('ended')) return 'Your session has ended. Sign in again.';
  return query.has('subscribe') ? 'Please sign in to subscribe' : null;
}

/** Fills in what is empty; an address that was not typed but remembered gives way to that of the invitation. */
function fillInInvitation(typed: SignInDetails, { first_name, last_name, email }: InvitationJson): SignInDetails {
  return {
    firstName: typed.firstName || (first_name ?? ''),
    lastName: typed.lastName || (last_name ?? ''),
    email: typed.email === '' || typed.email === readLastEmail() ? email : typed.email,
  };
}
