import { type ReactNode, useEffect, useState } from 'react';
import type { UserJson } from '#api/features/auth/auth.contract.ts';
import { wordsOfError } from '#src/lib/api-client.ts';
import { type Access, guard, signInAddress } from '#src/stores/session.ts';
import { useSession } from '#src/stores/use-session.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';

type Props = {
  access?: Access;
  /** Stays as it is when the session ends, for screens that hold unsaved text. They say so themselves. */
  staysWhenEnded?: boolean;
  children: (user: UserJson) => ReactNode;
};

/** Shows its content to those who may see it, once the server has said so; nothing of it before. */
export function Guarded({ access = 'signed-in', staysWhenEnded = false, children }: Props) {
  const session = useSession();
  const [user, setUser] = useState<UserJson | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    let isCurrent = attempt > 0;
    setError(null);
    guard(access).then(
      (found) => isCurrent && setUser(found),
      (cause: unknown) => isCurrent && setError(wordsOfError(cause)),
    );
    return () => {
      isCurrent = false;
    };
  }, [access, attempt]);

  const retry = () => setAttempt(attempt + 1);
  const lost = user && session.status === 'signed-out' ? session.reason : null;
  useEffect(() => {
    const leaves = lost && lost !== 'left' && !staysWhenEnded;
    if (leaves) window.location.replace(signInAddress({ hasEnded: lost === 'ended' }));
  }, [lost, staysWhenEnded]);

  // Nor does another person's sign-in in another tab change whose text it is.
  const shown = staysWhenEnded ? user : (session.user ?? user);

  // The mark tells the header's menu that this page makes way when its owner signs out.
  return <div data-guarded>{user && shown ? children(shown) : <Waiting error={error} onRetry={retry} />}</div>;
}

function Waiting({ error, onRetry }: { error: string | null; onRetry: () => void }) {
  if (error === null) {
    return (
      <p className="loading" role="status">
        Loading...
      </p>
    );
  }
  return (
    <Notice tone="error">
      <p>{error}</p>
      <Button variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  );
}
