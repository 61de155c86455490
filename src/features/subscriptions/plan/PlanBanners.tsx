import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { NewTabLink } from '../NewTabLink.tsx';

type PendingProps = { subscription: SubscriptionJson; onKeep: () => void; isBusy: boolean };

/** A change to another plan that waits for the end of the period, and the way back. */
export function PendingChange({ subscription, onKeep, isBusy }: PendingProps) {
  const { plan_name, pending_plan_name, pending_at } = subscription;
  if (!pending_plan_name || !pending_at) return null;
  return (
    <div className="plan-banner">
      <Icon name="calendar-clock" />
      <div>
        <h3>
          Changes to {pending_plan_name} on {formatLongDate(pending_at)}
        </h3>
        <p>You keep {plan_name} until then.</p>
      </div>
      <Button variant="secondary" onClick={onKeep} isBusy={isBusy} busyLabel="Saving...">
        Keep {plan_name}
      </Button>
    </div>
  );
}

/** An upgrade whose payment the bank wants confirmed (3D Secure): the old plan stays until it is paid. */
export const UnpaidUpgrade = ({ planName, url }: { planName: string; url: string }) => (
  <div className="plan-banner">
    <Icon name="circle-alert" />
    <div>
      <h3>Your upgrade is waiting for its payment</h3>
      <p>Your bank needs you to confirm it. You stay on {planName} until then.</p>
    </div>
    <NewTabLink href={url} label="Pay now" variant="primary" />
  </div>
);
