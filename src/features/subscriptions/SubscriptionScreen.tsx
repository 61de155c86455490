import { isLive } from '#api/domain/entitlements.ts';
import { getCatalogue } from '#api/domain/catalogue.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { useReloadOnReturn } from '#src/lib/use-polling.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { BillingSections } from './billing/BillingSections.tsx';
import { PastDueBanner } from './billing/PastDueBanner.tsx';
import { GivenPlans } from './plan/GivenPlans.tsx';
import { NoPlan } from './plan/NoPlan.tsx';
import { PlanPanel } from './plan/PlanPanel.tsx';
import { ProductSelector } from './plan/ProductSelector.tsx';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import { loadBillingDetails, loadGivenPlans, loadSubscriptions } from './subscription-api.ts';
import { findSubscription, listProducts, NOT_CONFIGURED } from './subscription-model.ts';

/** Loads the subscriptions, and beside them the card, the invoices and a payment that failed. */
export function SubscriptionScreen({ user }: { user: UserJson }) {
  const list = useQuery(`subscriptions ${user.id}`, (signal) => loadSubscriptions(user.id, signal));
  const billing = useQuery(`billing ${user.id}`, (signal) => loadBillingDetails(user.id, signal));
  const given = useQuery(`given plans ${user.id}`, loadGivenPlans).value ?? [];
  const { productId, selectProduct } = useSelectedProduct();
  const reload = () => {
    list.reload();
    billing.reload();
  };
  const awaitsPayment = Boolean(
    billing.value?.past_due || list.value?.some(({ unpaid_upgrade_url: url }) => url !== null),
  );
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
  const subscriptions = list.value;
  const products = listProducts(subscriptions);
  const shown = products.filter(({ id }) => id === productId);
  const entries = (shown.length > 0 ? shown : products)
    .map((product) => ({ product, subscription: findSubscription(subscriptions, product.id) }))
    .toSorted((one, other) => Number(isRunning(other.subscription)) - Number(isRunning(one.subscription)));
  const isOneOfSeveral = entries.length > 1;
  const isGiven = (id: number) => given.some((plan) => plan.product_id === id);
  return (
    <div className="subscriptions">
      {products.length > 0 && (
        <ProductSelector products={products} productId={shown[0]?.id ?? null} onSelect={selectProduct} />
      )}
      {billing.value?.is_configured === false && (
        <Notice tone="info">
          <p>{NOT_CONFIGURED}, so you can’t subscribe or change a plan right now.</p>
        </Notice>
      )}
      {billing.value?.past_due && <PastDueBanner pastDue={billing.value.past_due} />}
      <GivenPlans plans={given} />
      {entries.map(({ product, subscription }) =>
        subscription && isRunning(subscription) ? (
          <PlanPanel
            key={product.id}
            user={user}
            subscription={subscription}
            isOneOfSeveral={isOneOfSeveral}
            billing={billing.value}
            onChanged={update}
            onOutdated={reload}
          />
        ) : (
          !isGiven(product.id) && (
            <NoPlan key={product.id} productId={product.id} ended={subscription} isOneOfSeveral={isOneOfSeveral} />
          )
        ),
      )}
      {entries.length === 0 && <NoPlan productId={0} ended={null} isOneOfSeveral={false} />}
      <BillingSections
        details={billing.value}
        error={billing.error}
        hasSubscription={subscriptions.some(isRunning)}
        onRetry={billing.reload}
      />
    </div>
  );
}

const isRunning = (subscription: SubscriptionJson | null): boolean =>
  subscription !== null && isLive(subscription.status);

/** The product of the address, by its name or key; null where all are shown. */
function useSelectedProduct() {
  const [productName, selectProduct] = useQueryParameter('product');
  const isNamed = (given: string) => given.toLowerCase() === productName.toLowerCase();
  const named = getCatalogue().products.find(({ key, name }) => isNamed(name) || isNamed(key));
  return { productId: named?.id ?? null, selectProduct };
}
