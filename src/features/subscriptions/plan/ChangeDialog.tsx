import { formatCents } from '#api/domain/money.ts';
import type {
  BillingDetailsJson,
  ChangePreviewJson,
  SubscriptionJson,
} from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { formatDayAndMonth } from '#src/lib/format/dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { NewTabLink } from '../NewTabLink.tsx';
import { changePlan, type ChangedSubscription, previewChange } from '../subscription-api.ts';
import { ChangeSummary } from './ChangeSummary.tsx';
import { PlanChoice } from './PlanChoice.tsx';

/** The server accepts an offer for 15 minutes. */
const RENEW_MS = 14 * 60 * 1000;

/** What a change to the plan costs now; asked for again before the offer expires, and after a reactivation. */
function useChangePreview(userId: number, subscription: SubscriptionJson, planName: string) {
  const { stripe_subscription_id: id, cancel_at_period_end: isCancelling } = subscription;
  const { state, isLoading, reload } = useQuery(
    `preview ${id} ${planName} ${isCancelling}`,
    (signal) => previewChange(userId, id, planName, signal),
    { pollAfter: (preview) => preview && RENEW_MS },
  );
  // What was refused, or is about to expire, can't be accepted.
  return { state: isLoading ? { status: 'loading' as const } : state, reload };
}

type Reactivation = { run: () => Promise<void>; isBusy: boolean };

type Props = {
  user: UserJson;
  subscription: SubscriptionJson;
  /** The plan that was chosen. */
  planName: string;
  billing: BillingDetailsJson | null;
  /** Keeps a subscription that is set to end. */
  reactivation: Reactivation;
  onSelect: (planName: string) => void;
  onChanged: (changed: ChangedSubscription) => void;
  onClose: () => void;
};

/** Shows what a change costs, to the cent, before it is made. */
export function ChangeDialog(props: Props) {
  const { user, subscription, planName, billing, reactivation, onSelect, onChanged, onClose } = props;
  const id = subscription.stripe_subscription_id;
  const { state, reload } = useChangePreview(user.id, subscription, planName);
  const preview = state.status === 'loaded' ? state.value : null;
  const confirm = async () => {
    if (!preview) return;
    try {
      onChanged(await changePlan(user.id, id, planName, preview));
    } catch (error) {
      // The offer has expired or the subscription is another by now: a new preview is shown under the reason.
      if (isRefused(error)) reload();
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Change to ${planName}`}
      confirmLabel={getConfirmLabel(preview, planName)}
      cancelLabel={`Keep ${subscription.plan_name}`}
      busyLabel={preview?.due_now ? 'Paying...' : 'Saving...'}
      canConfirm={preview !== null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <PlanChoice current={subscription} selected={planName} onSelect={onSelect} />
      {state.status === 'failed' ? (
        <RefusedChange
          message={toMessage(state.error)}
          payUrl={billing?.past_due?.pay_url}
          reactivation={subscription.cancel_at_period_end && isRefused(state.error) ? reactivation : null}
          onRetry={reload}
        />
      ) : (
        <ChangeSummary subscription={subscription} planName={planName} preview={preview} card={billing?.card ?? null} />
      )}
    </ConfirmDialog>
  );
}

type RefusedProps = {
  message: string;
  payUrl: string | undefined | null;
  /** Null unless the server refused because the subscription is set to end. */
  reactivation: Reactivation | null;
  onRetry: () => void;
};

/** Why the plan can't be changed, with what helps: reactivating, paying, or trying again. */
function RefusedChange({ message, payUrl, reactivation, onRetry }: RefusedProps) {
  if (!reactivation) {
    return (
      <ErrorPanel message={message} onRetry={onRetry} action={payUrl && <NewTabLink href={payUrl} label="Pay now" />} />
    );
  }
  return (
    <Notice tone="info">
      <p>{message}</p>
      <div className="form-actions">
        <Button
          variant="secondary"
          isBusy={reactivation.isBusy}
          busyLabel="Reactivating..."
          onClick={() => void reactivation.run()}
        >
          Reactivate
        </Button>
      </div>
    </Notice>
  );
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 409;

const toMessage = (error: unknown) =>
  error instanceof ApiError && error.status > 0 ? error.message : 'Couldn’t work out the amount.';

/** The amount or the day stands in the button. */
function getConfirmLabel(preview: ChangePreviewJson | null, planName: string): string {
  if (preview?.direction === 'downgrade') return `Change on ${formatDayAndMonth(preview.effective_at)}`;
  if (preview && preview.due_now > 0) return `Pay ${formatCents(preview.due_now, preview.currency)}`;
  return `Change to ${planName}`;
}
