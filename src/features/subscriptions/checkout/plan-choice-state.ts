import { isUpgrade } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatDayAndMonth } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { isLive } from '../subscription-model.ts';

/** What the button of a plan does: it buys, it leads elsewhere, or it only says that this is the plan. */
export type PlanChoiceState = { kind: 'buy' } | { kind: 'current' } | { kind: 'link'; label: string; href: string };

/** For the user's subscription to the product of the plan; null without one. */
export function getPlanChoiceState(planName: string, subscription: SubscriptionJson | null): PlanChoiceState {
  if (!subscription || !isLive(subscription)) return { kind: 'buy' };
  const { plan_name, cancel_at_period_end, pending_plan_name, pending_at } = subscription;
  if (planName === plan_name) {
    return cancel_at_period_end
      ? { kind: 'link', label: 'Reactivate', href: paths.subscriptions }
      : { kind: 'current' };
  }
  if (planName === pending_plan_name && pending_at) {
    return { kind: 'link', label: `Starts on ${formatDayAndMonth(pending_at)}`, href: paths.subscriptions };
  }
  return {
    kind: 'link',
    label: `${isUpgrade(plan_name, planName) ? 'Upgrade' : 'Downgrade'} to ${planName}`,
    href: `${paths.subscriptions}?change=${planName}`,
  };
}
