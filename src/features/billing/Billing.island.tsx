import { countBillingProblems } from '#api/domain/billing-problems.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
import { fetchStatus } from './billing-api.ts';
import { AttentionView } from './attention/AttentionView.tsx';
import {
  type BillingView,
  billingViews,
  DEFAULT_BILLING_STATE,
  parseBillingState,
  toBillingUrl,
} from './billing-state.ts';
import { BillingNotice } from './BillingNotice.tsx';
import { DisputesView } from './disputes/DisputesView.tsx';
import { EventsView } from './events/EventsView.tsx';
import { PastDueView } from './past-due/PastDueView.tsx';
import { ReconciliationView } from './reconciliation/ReconciliationView.tsx';
import { StripeCheckView } from './stripe-check/StripeCheckView.tsx';
import { RevenueView } from './revenue/RevenueView.tsx';

/** Payments for admins: what needs someone, what Stripe sent, revenue, people past due, and the comparison with Stripe. */
export function BillingIsland() {
  return (
    <RequireAuth access="billing.read">
      {(user) => <Billing isManager={hasPermission(user.role, 'billing.manage')} />}
    </RequireAuth>
  );
}

function Billing({ isManager }: { isManager: boolean }) {
  const { listState, change } = useListState({ parse: parseBillingState, toUrl: toBillingUrl });
  const { value: status, error, reload } = useListQuery('status', fetchStatus);
  const wrong = status?.stripe_check.filter(({ state }) => state === 'error').length ?? 0;
  useNavigationCount('billing_problems', status ? countBillingProblems(status, wrong) : null);
  const canManage = isManager && status?.is_configured === true;
  const counts: Partial<Record<BillingView, number>> = {
    'past-due': status?.past_due ?? 0,
    disputes: status ? status.open_disputes + status.failed_refunds : 0,
    'stripe-check': status?.stripe_check.length ?? 0,
  };
  return (
    <div className="screen-parts billing">
      <ScreenTabs
        label="Billing"
        views={billingViews.map((each) => ({ ...each, count: counts[each.view] ?? 0 }))}
        current={listState.view}
        toHref={(view) => toBillingUrl({ ...DEFAULT_BILLING_STATE, view })}
        onOpen={(view) => change({ ...DEFAULT_BILLING_STATE, view })}
      />
      {error !== null && <ErrorPanel title="Couldn’t load the billing status" message={error} onRetry={reload} />}
      {status && <BillingNotice status={status} />}
      {listState.view === 'attention' && status?.is_configured && <AttentionView status={status} />}
      {listState.view === 'stripe-check' && <StripeCheckView canManage={canManage} onChecked={reload} />}
      {listState.view === 'events' && (
        <EventsView state={listState} onChange={change} canManage={canManage} onReplayed={reload} />
      )}
      {listState.view === 'revenue' && <RevenueView />}
      {listState.view === 'past-due' && <PastDueView canManage={canManage} onResynced={reload} />}
      {listState.view === 'disputes' && <DisputesView canManage={canManage} onSettled={reload} />}
      {listState.view === 'reconciliation' && <ReconciliationView canManage={canManage} />}
    </div>
  );
}
