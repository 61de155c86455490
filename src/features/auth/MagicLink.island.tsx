import { useEffect, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { completeSignIn, readCallbackUrl } from './callback-redirect.ts';
import { RefusedSignIn } from './RefusedSignIn.tsx';
import { isRefused } from './use-verification.ts';

type Failure = { message: string; isLinkInvalid: boolean; isRefused: boolean };

const toFailure = (error: unknown): Failure => ({
  message: formatError(error),
  isLinkInvalid: error instanceof ApiError && error.status === 400,
  isRefused: isRefused(error),
});

/** The mailed link has been opened. Programs that check mails open links, too: only the button signs in. */
export function MagicLinkIsland({ company }: { company: string }) {
  return (
    <ErrorBoundary>
      <MagicLink company={company} />
    </ErrorBoundary>
  );
}

function MagicLink({ company }: { company: string }) {
  const token = useLinkToken();
  const { email, failure, isBusy, loadAccount, signIn } = useLinkSignIn(token);
  if (token === '') {
    return (
      <Notice tone="error">
        <p>This link is incomplete. Open it from the email again, or sign in with a new code.</p>
        <NewCodeLink />
      </Notice>
    );
  }
  if (failure?.isRefused) return <RefusedSignIn message={failure.message} />;
  return (
    <div className="form">
      {failure && (
        <Notice tone="error">
          <p>{failure.message}</p>
          <NewCodeLink />
        </Notice>
      )}
      {email && !failure?.isLinkInvalid && (
        <>
          <p>
            Sign in to {company} as <strong>{email}</strong> on this device?
          </p>
          <div className="form-actions">
            <Button isBusy={isBusy} onClick={signIn}>
              Sign in
            </Button>
          </div>
        </>
      )}
      {!email && !failure && <p className="muted">Checking link...</p>}
      {!email && failure && !failure.isLinkInvalid && (
        <div className="form-actions">
          <Button variant="secondary" isBusy={isBusy} onClick={loadAccount}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}

/** The account that the link opens, and the way into it. The server names it: a link could name any address. */
function useLinkSignIn(token: string | null) {
  const [email, setEmail] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (task: (secret: string) => Promise<void>) => {
    if (!token) return;
    setBusy(true);
    setFailure(null);
    try {
      await task(token);
    } catch (error) {
      setFailure(toFailure(error));
      setBusy(false);
    }
  };
  const loadAccount = () =>
    run(async (secret) => {
      const account = await api.post('/api/auth/email/link/account', { json: { token: secret } });
      setEmail(account.email);
      setBusy(false);
    });
  const signIn = () =>
    run(async (secret) => {
      const response = await api.post('/api/auth/email/link', { json: { token: secret } });
      await completeSignIn(response, readCallbackUrl());
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => void loadAccount(), [token]);
  return { email, failure, isBusy, loadAccount, signIn };
}

/** The secret after the # of the address; null before the page is interactive, empty when it is missing. */
function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    setToken((known) => known ?? hash.slice(1));
    // What opens an account does not stay in the address bar, nor in the history.
    if (hash) history.replaceState(history.state, '', `${pathname}${search}`);
  }, []);
  return token;
}

function NewCodeLink() {
  const [search, setSearch] = useState('');
  useEffect(() => setSearch(window.location.search), []);
  return <a href={`${paths.login}${search}`}>Sign in with a new code</a>;
}
