import { useState } from 'react';
import { formatCents } from '#api/domain/money.ts';
import type {
  BillingDetailsJson,
  ChangePreviewJson,
  SubscriptionJson,
} from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { formatDayAndMonth, formatLongDate, getYear } from '#src/lib/format/dates.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { NewTabLink } from '../NewTabLink.tsx';
import { changePlan, type ChangedSubscription, type ChangeTerms, previewChange } from '../subscription-api.ts';
import { type ChangeTarget, TermsChoice, toChangeTerms } from './TermsChoice.tsx';
import { ChangeSummary } from './ChangeSummary.tsx';
import { PlanChoice } from './PlanChoice.tsx';

/** The server accepts an offer for 15 minutes. */
const RENEW_MS = 14 * 60 * 1000;

/** What a change to the plan costs now; asked for again before the offer expires, and after a reactivation. */
function useChangePreview(userId: number, subscription: SubscriptionJson, terms: ChangeTerms | null) {
  const { stripe_subscription_id: id, cancel_at_period_end: isCancelling } = subscription;
  const { state, isLoading, reload } = useQuery(
    terms && `preview ${id} ${JSON.stringify(terms)} ${isCancelling}`,
    (signal) => previewChange(userId, id, terms ?? NO_TERMS, signal),
    { pollAfter: (preview) => preview && RENEW_MS },
  );
  // What was refused, or is about to expire, can't be accepted.
  return { state: isLoading ? { status: 'loading' as const } : state, reload };
}

/** Never sent: without terms nothing is asked. */
const NO_TERMS: ChangeTerms = { planName: '' };

type Reactivation = { run: () => Promise<void>; isBusy: boolean };

type Props = {
  user: UserJson;
  subscription: SubscriptionJson;
  /** The plan that was chosen, and by which interval; null as it is paid now. */
  target: ChangeTarget;
  billing: BillingDetailsJson | null;
  /** Keeps a subscription that is set to end. */
  reactivation: Reactivation;
  onSelect: (target: ChangeTarget) => void;
  onChanged: (changed: ChangedSubscription) => void;
  onClose: () => void;
};

/** Shows what a change costs, to the cent, before it is made. */
export function ChangeDialog(props: Props) {
  const { user, subscription, target, billing, reactivation, onSelect, onChanged, onClose } = props;
  const { planName } = target;
  const id = subscription.stripe_subscription_id;
  const [seats, setSeats] = useState(String(subscription.price?.quantity ?? 1));
  const [when, setWhen] = useState<ChangeTerms['when']>();
  const terms = toChangeTerms(subscription, target, { seats, when });
  const { state, reload } = useChangePreview(user.id, subscription, terms);
  const preview = state.status === 'loaded' ? state.value : null;
  const confirm = async () => {
    if (!preview || !terms) return;
    try {
      onChanged(await changePlan(user.id, id, terms, preview));
    } catch (error) {
      // The offer has expired or the subscription is another by now: a new preview is shown under the reason.
      if (isRefused(error)) reload();
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={formatTitle(subscription, target)}
      confirmLabel={getConfirmLabel(preview, subscription, target)}
      cancelLabel={`Keep ${subscription.plan_name}`}
      busyLabel={preview?.due_now ? 'Paying...' : 'Saving...'}
      canConfirm={preview !== null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <PlanChoice
        current={subscription}
        selected={planName}
        onSelect={(chosen) => onSelect({ ...target, planName: chosen })}
      />
      <TermsChoice
        subscription={subscription}
        target={target}
        seats={seats}
        when={when ?? preview?.when}
        onSeats={setSeats}
        onInterval={(interval) => onSelect({ ...target, interval })}
        onWhen={setWhen}
      />
      {terms === null ? (
        <p className="small muted">Choose what to change, and you see here what it costs.</p>
      ) : state.status === 'failed' ? (
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

const formatTitle = ({ plan_name: current }: SubscriptionJson, { planName }: ChangeTarget): string =>
  planName === current ? `Change ${planName}` : `Change to ${planName}`;

/** With its year where that is not the one of the preview. */
const formatEffectiveDay = ({ effective_at: at, proration_date: askedAt }: ChangePreviewJson): string =>
  getYear(at) === getYear(askedAt * 1000) ? formatDayAndMonth(at) : formatLongDate(at);

/** The amount or the day stands in the button. */
function getConfirmLabel(
  preview: ChangePreviewJson | null,
  subscription: SubscriptionJson,
  target: ChangeTarget,
): string {
  if (preview?.direction === 'downgrade') return `Change on ${formatEffectiveDay(preview)}`;
  if (preview && preview.due_now > 0) return `Pay ${formatCents(preview.due_now, preview.currency)}`;
  return formatTitle(subscription, target);
}
