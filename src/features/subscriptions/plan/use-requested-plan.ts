import { useEffect, useState } from 'react';
import { findPlan, type PlanName } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { replaceQueryParameter } from '#src/lib/use-query-parameter.ts';

/** The plan of `?change=Pro`, which a pricing page sets; null where it is not one to change to. */
export function useRequestedPlan(subscription: SubscriptionJson) {
  const [planName, selectPlan] = useState(() => readRequestedPlan(subscription));
  // Removed at once: a reload or Back does not open the dialog again.
  useEffect(() => {
    if (!new URLSearchParams(window.location.search).has('change')) return;
    window.history.replaceState(window.history.state, '', replaceQueryParameter('change', ''));
  }, []);
  return { planName, selectPlan, close: () => selectPlan(null) };
}

function readRequestedPlan({ product_id, plan_name, pending_plan_name }: SubscriptionJson): PlanName | null {
  const plan = findPlan(new URLSearchParams(window.location.search).get('change') ?? '');
  if (!plan || plan.productId !== product_id || plan.price === 0) return null;
  return plan.planName === plan_name || plan.planName === pending_plan_name ? null : plan.planName;
}
