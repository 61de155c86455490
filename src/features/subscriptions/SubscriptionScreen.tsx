import { isLive } from '#api/domain/entitlements.ts';
import { useState } from 'react';
import { findPlan, getProducts } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { useReloadOnReturn } from '#src/lib/use-polling.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { BillingSections } from './billing/BillingSections.tsx';
import { PastDueBanner } from './billing/PastDueBanner.tsx';
import { NoPlan } from './plan/NoPlan.tsx';
import { PlanPanel } from './plan/PlanPanel.tsx';
import { ProductSelector } from './plan/ProductSelector.tsx';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import { loadBillingDetails, loadSubscriptions } from './subscription-api.ts';
import { findSubscription, getDefaultProductId, listProducts, NOT_CONFIGURED } from './subscription-model.ts';

/** Loads the subscriptions, and beside them the card, the invoices and a payment that failed. */
export function SubscriptionScreen({ user }: { user: UserJson }) {
  const list = useQuery(`subscriptions ${user.id}`, (signal) => loadSubscriptions(user.id, signal));
  const billing = useQuery(`billing ${user.id}`, (signal) => loadBillingDetails(user.id, signal));
  const { productId, selectProduct } = useSelectedProduct(list.value ?? []);
  const reload = () => {
    list.reload();
    billing.reload();
  };
  const subscription = findSubscription(list.value ?? [], productId);
  const awaitsPayment = Boolean(billing.value?.past_due || subscription?.unpaid_upgrade_url);
  // It may have been made in another tab.
  useReloadOnReturn(awaitsPayment, reload);

  if (list.value === null) {
    if (list.error === null) return <ScreenSkeleton />;
    if (list.error.startsWith(NOT_CONFIGURED)) return <Notice tone="info">{list.error}</Notice>;
    return <ErrorPanel message="Failed to load subscriptions" onRetry={reload} />;
  }
  const update = (changed: SubscriptionJson) => {
    list.update((all) => all.map((each) => (each.id === changed.id ? changed : each)));
    billing.reload();
  };
  const products = listProducts(list.value);
  return (
    <div className="subscriptions">
      {products.length > 0 && <ProductSelector products={products} productId={productId} onSelect={selectProduct} />}
      {billing.value?.is_configured === false && (
        <Notice tone="info">
          <p>{NOT_CONFIGURED}, so you can’t subscribe or change a plan right now.</p>
        </Notice>
      )}
      {billing.value?.past_due && <PastDueBanner pastDue={billing.value.past_due} />}
      {subscription && isLive(subscription.status) ? (
        <PlanPanel
          user={user}
          subscription={subscription}
          billing={billing.value}
          onChanged={update}
          onOutdated={reload}
        />
      ) : (
        <NoPlan productId={productId} ended={subscription} />
      )}
      <BillingSections
        details={billing.value}
        error={billing.error}
        hasSubscription={subscription !== null && isLive(subscription.status)}
        onRetry={billing.reload}
      />
    </div>
  );
}

/** The product of the address: by its name, or by the plan that a pricing page asks to change to; else the default one. */
function useSelectedProduct(subscriptions: readonly SubscriptionJson[]) {
  const [productName, setProductName] = useQueryParameter('product');
  const [planOfAddress] = useState(() => new URLSearchParams(window.location.search).get('change'));
  const [isPlanUsed, setPlanUsed] = useState(false);
  const ofPlan = isPlanUsed ? undefined : findPlan(planOfAddress ?? '')?.productId;
  const named = getProducts().find(({ name }) => name.toLowerCase() === productName.toLowerCase())?.id;
  const selectProduct = (name: string) => {
    setPlanUsed(true);
    setProductName(name);
  };
  return { productId: named ?? ofPlan ?? getDefaultProductId(subscriptions), selectProduct };
}
