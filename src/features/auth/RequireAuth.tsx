import { type ReactNode, useEffect, useState } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { hasName } from '#src/lib/format/user-name.ts';
import { type Access, requireAccess, toSignInUrl } from '#src/stores/session.ts';
import { useSession } from '#src/stores/use-session.ts';
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { Loading } from '#src/ui/feedback/Loading.tsx';

const loadNamePrompt = () => import('./names/NamePrompt.tsx');

type Props = {
  access?: Access;
  /** For editors, which save drafts: stays mounted when the session ends. They show a message themselves. */
  keepOnExpiry?: boolean;
  children: (user: UserJson) => ReactNode;
};

/** Shows its content once the server has confirmed the permission; nothing before. */
export function RequireAuth(props: Props) {
  return (
    <ErrorBoundary hasDraft={props.keepOnExpiry}>
      <AccessGuard {...props} />
    </ErrorBoundary>
  );
}

function AccessGuard({ access = 'signed-in', keepOnExpiry = false, children }: Props) {
  const session = useSession();
  const [user, setUser] = useState<UserJson | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    let isCurrent = attempt > 0;
    setError(null);
    requireAccess(access).then(
      (current) => isCurrent && setUser(current),
      (cause: unknown) => isCurrent && setError(formatError(cause)),
    );
    return () => {
      isCurrent = false;
    };
  }, [access, attempt]);

  const retry = () => setAttempt(attempt + 1);
  const endReason = user && session.status === 'signed-out' ? session.reason : null;
  useEffect(() => {
    const shouldLeave = endReason && endReason !== 'left' && !keepOnExpiry;
    if (shouldLeave) window.location.replace(toSignInUrl({ hasEnded: endReason === 'ended' }));
  }, [endReason, keepOnExpiry]);

  // Another user's sign-in in another tab does not change the owner of the text.
  const shown = keepOnExpiry ? user : (session.user ?? user);

  const pending = error === null ? <Loading /> : <ErrorPanel message={error} onRetry={retry} />;
  const content = user && shown ? children(shown) : pending;
  const needsName = user && shown && access !== 'signed-in' && !keepOnExpiry && !hasName(user);
  // Marks the page for the header's menu: it is left on sign-out.
  return (
    <div data-guarded>
      {content}
      {needsName && <LazyBoundary load={loadNamePrompt}>{({ NamePrompt }) => <NamePrompt user={user} />}</LazyBoundary>}
    </div>
  );
}
