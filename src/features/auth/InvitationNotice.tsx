import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { paths } from '#src/lib/paths.ts';
import { storeSignInEmail } from './sign-in-email.ts';
import type { InvitationState } from './use-invitation.ts';

type Props = { state: InvitationState; onRetry: () => void };

/** What became of the invitation whose link opened the page. */
export function InvitationNotice({ state, onRetry }: Props) {
  if (state.status === 'none') return null;
  if (state.status === 'loading') return <Notice tone="info">Checking your invitation...</Notice>;
  if (state.status === 'refused') {
    return (
      <Notice tone="error">
        <p>{state.message}</p>
        <p>
          You can still create an account below. <a href={paths.contact}>Contact us</a>
        </p>
      </Notice>
    );
  }
  if (state.status === 'failed') {
    return (
      <Notice tone="error">
        <p>We couldn’t check your invitation. {state.message}</p>
        <div className="form-actions">
          <Button variant="secondary" onClick={onRetry}>
            Retry
          </Button>
        </div>
      </Notice>
    );
  }
  const { invitation } = state;
  if (!invitation.has_account) {
    return <Notice tone="info">You’re invited to {invitation.product_name}. Check your details and continue.</Notice>;
  }
  return (
    <Notice tone="info">
      <p>
        You’re invited to {invitation.product_name}, and you already have an account: {invitation.email}
      </p>
      <a className="button button-primary" href={paths.login} onClick={() => storeSignInEmail(invitation.email)}>
        Sign in
      </a>
    </Notice>
  );
}
