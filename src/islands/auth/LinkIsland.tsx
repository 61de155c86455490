import { useEffect, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { ApiError, api, wordsOfError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { arrive, callbackOfAddress, type SignedInAnswer } from './onward.ts';

/** The mailed link has been opened. Programs that check mails open links, too: only the button signs in. */
export function LinkIsland({ company }: { company: string }) {
  const [token, setToken] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isDead, setDead] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    setToken((known) => known ?? hash.slice(1));
    // What opens an account does not stay in the address bar, nor in the history.
    if (hash) history.replaceState(history.state, '', `${pathname}${search}`);
  }, []);

  const signIn = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await api.post<SignedInAnswer>('/api/auth/email/link', { token });
      await arrive(answer, callbackOfAddress());
    } catch (error) {
      setFailure(wordsOfError(error));
      setDead(error instanceof ApiError && error.status === 400);
      setBusy(false);
    }
  };
  if (token === '') {
    return (
      <Notice tone="error">
        <p>This link is not whole. Please open it from the e-mail once more, or sign in with a new code.</p>
        <NewCode />
      </Notice>
    );
  }
  return (
    <div className="form">
      {failure && (
        <Notice tone="error">
          <p>{failure}</p>
          <NewCode />
        </Notice>
      )}
      {!isDead && (
        <>
          <p>Sign in to {company} on this device?</p>
          <div className="form-actions">
            <Button isBusy={isBusy || token === null} onClick={signIn}>
              Sign in
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function NewCode() {
  const [search, setSearch] = useState('');
  useEffect(() => setSearch(window.location.search), []);
  return <a href={`${paths.login}${search}`}>Sign in with a new code</a>;
}
