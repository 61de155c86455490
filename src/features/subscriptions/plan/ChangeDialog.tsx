import type { PlanName } from '#api/domain/catalogue.ts';
import { formatCents } from '#api/domain/money.ts';
import type {
  BillingDetailsJson,
  ChangePreviewJson,
  SubscriptionJson,
} from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { formatDayAndMonth } from '#src/lib/format/date-and-price.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { changePlan, type ChangedSubscription } from '../subscription-api.ts';
import { ChangeSummary } from './ChangeSummary.tsx';
import { PlanChoice } from './PlanChoice.tsx';
import { useChangePreview } from './use-change-preview.ts';

type Props = {
  user: UserJson;
  subscription: SubscriptionJson;
  /** The plan that was chosen. */
  planName: PlanName;
  card: BillingDetailsJson['card'];
  onSelect: (planName: PlanName) => void;
  onChanged: (changed: ChangedSubscription) => void;
  onClose: () => void;
};

/** Shows what a change costs, to the cent, before it is made. */
export function ChangeDialog({ user, subscription, planName, card, onSelect, onChanged, onClose }: Props) {
  const id = subscription.stripe_subscription_id;
  const { state, retry } = useChangePreview(user.id, id, planName);
  const preview = state.status === 'loaded' ? state.value : null;
  const confirm = async () => {
    if (!preview) return;
    try {
      onChanged(await changePlan(user.id, id, planName, preview));
    } catch (error) {
      // The offer has expired or the subscription is another by now: a new preview is shown under the reason.
      if (error instanceof ApiError && error.status === 409) retry();
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
        <ErrorPanel message={toMessage(state.error)} onRetry={retry} />
      ) : (
        <ChangeSummary subscription={subscription} planName={planName} preview={preview} card={card} />
      )}
    </ConfirmDialog>
  );
}

const toMessage = (error: unknown) =>
  error instanceof ApiError && error.status > 0 ? error.message : 'Couldn’t work out the amount.';

/** The amount or the day stands in the button. */
function getConfirmLabel(preview: ChangePreviewJson | null, planName: string): string {
  if (preview?.direction === 'downgrade') return `Change on ${formatDayAndMonth(preview.effective_at)}`;
  if (preview && preview.due_now > 0) return `Pay ${formatCents(preview.due_now, preview.currency)}`;
  return `Change to ${planName}`;
}
