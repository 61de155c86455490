import { useEffect, useState } from 'react';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { toSignInUrl } from '#src/stores/session.ts';
import { useSession } from '#src/stores/use-session.ts';
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import { SubscriptionScreen } from './SubscriptionScreen.tsx';

/** The user's subscriptions. Visitors are asked to sign in here, as the specification says, and not redirected. */
export function SubscriptionsIsland() {
  return (
    <ErrorBoundary>
      <SignedInOnly />
    </ErrorBoundary>
  );
}

function SignedInOnly() {
  const session = useSession();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  // Until then nobody knows who is signed in, and `RequireAuth` would redirect visitors.
  if (!isHydrated) return <ScreenSkeleton />;
  if (session.status === 'signed-out' && session.reason === 'visitor') return <SignInRequired />;
  return <RequireAuth>{(user) => <SubscriptionScreen key={user.id} user={user} />}</RequireAuth>;
}

const SignInRequired = () => (
  <div className="no-plan">
    <h2>Sign in to manage your subscriptions</h2>
    <p>We’ll send a code to your email address. There’s no password to remember.</p>
    <a className="button button-primary" href={toSignInUrl()}>
      Sign In
    </a>
  </div>
);
