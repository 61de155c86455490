import { useState, useEffect } from 'react';
import type { BillingDetailsJson, SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { showToast } from '#src/lib/toast.ts';
import { useAction } from '#src/lib/use-action.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { findPlan, isFreePlan } from '#api/domain/catalogue.ts';
import { replaceQueryParameter } from '#src/lib/use-query-parameter.ts';
import {
  cancelPendingChange,
  type ChangedSubscription,
  reactivateSubscription,
  switchPrice,
} from '../subscription-api.ts';
import { getServerMessage } from '../subscription-model.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { getHeadingId, PlanCard } from './PlanCard.tsx';
import type { ChangeTarget } from './TermsChoice.tsx';

/** In the dialog, which stays open after a reactivation. */
const CHOSEN_PLAN = '.plan-choice :checked';

type Props = {
  user: UserJson;
  subscription: SubscriptionJson;
  /** Other products stand beside it, so its own is named. */
  isOneOfSeveral: boolean;
  billing: BillingDetailsJson | null;
  onChanged: (subscription: SubscriptionJson) => void;
  /** The server refused an action: what is shown may be out of date. */
  onOutdated: () => void;
};

/** The subscription with everything that can be done to it. */
export function PlanPanel({ user, subscription, isOneOfSeveral, billing, onChanged, onOutdated }: Props) {
  const [isCancelling, setCancelling] = useState(false);
  const { target, select, close } = useRequestedPlan(subscription);
  const id = subscription.stripe_subscription_id;
  const heading = `#${getHeadingId(subscription)}`;
  // The pressed button is replaced by another: the focus moves to the heading, once no dialog is open.
  const markRemoved = useFocusAfterDelete(isCancelling || target !== null, heading);
  const showChanged = ({ message, subscription: changed }: ChangedSubscription) => {
    showToast(message, 'success');
    markRemoved();
    document.querySelector<HTMLElement>(target ? CHOSEN_PLAN : heading)?.focus();
    onChanged(changed);
  };
  const showFailure = (message: string) => (error: unknown) => {
    showToast(message, 'error');
    if (getServerMessage(error)) onOutdated();
  };
  const reactivation = useAction(() =>
    reactivateSubscription(user.id, id).then(showChanged, showFailure('Failed to reactivate subscription')),
  );
  const switching = useAction(() =>
    switchPrice(user.id, id).then(showChanged, showFailure('Couldn’t change the price. Try again.')),
  );
  const keeping = useAction(() =>
    cancelPendingChange(user.id, id).then(showChanged, showFailure('Couldn’t cancel the change. Try again.')),
  );
  return (
    <>
      <PlanCard
        subscription={subscription}
        isOneOfSeveral={isOneOfSeveral}
        onCancel={() => setCancelling(true)}
        onChangeTerms={(interval) => select({ planName: subscription.plan_name, interval })}
        onReactivate={() => void reactivation.run()}
        isReactivating={reactivation.isBusy}
        onSwitchPrice={() => void switching.run()}
        isSwitchingPrice={switching.isBusy}
        onKeepPlan={() => void keeping.run()}
        isKeepingPlan={keeping.isBusy}
      />
      <CancelDialog
        user={user}
        subscription={subscription}
        credits={billing?.credits ?? []}
        isOpen={isCancelling}
        onCancelled={showChanged}
        onClose={() => setCancelling(false)}
      />
      {target && (
        <ChangeDialog
          user={user}
          subscription={subscription}
          target={target}
          billing={billing}
          reactivation={reactivation}
          onSelect={select}
          onChanged={showChanged}
          onClose={close}
        />
      )}
    </>
  );
}

/** The plan of `?change=Pro&interval=year`, which a pricing page sets; null where it is not one to change to. */
function useRequestedPlan(subscription: SubscriptionJson) {
  const [target, select] = useState(() => readRequestedPlan(subscription));
  // Removed at once: a reload or Back does not open the dialog again.
  useEffect(() => {
    if (!new URLSearchParams(window.location.search).has('change')) return;
    window.history.replaceState(window.history.state, '', replaceQueryParameter('change', ''));
    window.history.replaceState(window.history.state, '', replaceQueryParameter('interval', ''));
  }, []);
  return { target, select, close: () => select(null) };
}

function readRequestedPlan(subscription: SubscriptionJson): ChangeTarget | null {
  const { product_id, plan_name, pending_plan_name, price } = subscription;
  const query = new URLSearchParams(window.location.search);
  const plan = findPlan(query.get('change') ?? '');
  if (!plan || plan.productId !== product_id || isFreePlan(plan)) return null;
  const interval = plan.prices.find((each) => each.interval === query.get('interval'))?.interval ?? null;
  const isOtherInterval = interval !== null && interval !== price?.interval;
  const isKnown = plan.planName === plan_name || plan.planName === pending_plan_name;
  return isKnown && !isOtherInterval ? null : { planName: plan.planName, interval };
}
