import { useState } from 'react';
import { hasPermission } from '#api/domain/permissions.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { formatUserName } from '#src/lib/format/user-name.ts';
import { paths } from '#src/lib/paths.ts';
import { signOut } from '#src/stores/session.ts';
import { isAccessDenied, readCallbackUrl, redirectToCallback } from './callback-redirect.ts';

/** A signed-in user chooses how to continue: an automatic redirect could run in a circle. */
export function SignedInAs({ user, failure }: { user: UserJson; failure: string | null }) {
  const [error, setError] = useState(failure);
  const [isBusy, setBusy] = useState(false);
  const proceed = async () => {
    setBusy(true);
    setError(null);
    try {
      await redirectToCallback(readCallbackUrl(), user);
    } catch (cause) {
      setError(formatError(cause));
      setBusy(false);
    }
  };
  const name = formatUserName(user);
  const isDenied = isAccessDenied(user);
  const hasBackOffice = hasPermission(user.role, 'overview.read');
  return (
    <div className="form">
      {isDenied && (
        <Notice tone="error">You don’t have access to this page. Ask an admin, or use another account.</Notice>
      )}
      {error && <Notice tone="error">{error}</Notice>}
      <p>
        You’re signed in as <strong>{name}</strong>
        {name !== user.email && ` (${user.email})`}.
      </p>
      <div className="form-actions">
        {isDenied ? (
          <a className="button button-primary" href={hasBackOffice ? paths.admin : paths.home}>
            {hasBackOffice ? 'Go to the start page' : 'Go to the home page'}
          </a>
        ) : (
          <Button isBusy={isBusy} onClick={proceed}>
            Continue
          </Button>
        )}
        <Button variant="secondary" onClick={() => void signOut()}>
          Use another account
        </Button>
      </div>
    </div>
  );
}
