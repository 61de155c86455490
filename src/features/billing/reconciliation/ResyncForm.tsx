import { type SubmitEvent, useState } from 'react';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { resyncUser } from '#src/features/billing/billing-api.ts';

/** Compares one user with Stripe and repairs what differs, such as when someone says that their plan is wrong. */
export function ResyncForm({ onResynced }: { onResynced: () => void }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      showToast(await resyncUser(email), 'success');
      setEmail('');
      onResynced();
    } catch (cause) {
      setError((cause instanceof ApiError && cause.getIssue('email')) || formatError(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="screen-section" aria-labelledby="resync-title">
      <h2 id="resync-title">Resync one user</h2>
      <form className="resync" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email address"
          hint="Compares their subscriptions and invoices with Stripe and repairs what differs."
          type="email"
          autoComplete="off"
          value={email}
          error={error}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" variant="secondary" isBusy={isBusy} busyLabel="Resyncing...">
          Resync
        </Button>
      </form>
    </section>
  );
}
