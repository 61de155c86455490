import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
import { fetchStatus } from './billing-api.ts';
import { billingViews, DEFAULT_BILLING_STATE, parseBillingState, toBillingUrl } from './billing-state.ts';
import { BillingNotice } from './BillingNotice.tsx';
import { EventsView } from './events/EventsView.tsx';
import { PastDueView } from './past-due/PastDueView.tsx';
import { ReconciliationView } from './reconciliation/ReconciliationView.tsx';
import { RevenueView } from './revenue/RevenueView.tsx';

/** Payments for admins: what Stripe sent, revenue, people past due, and the comparison with Stripe. */
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
  useNavigationCount('billing_problems', status ? status.failed_events + status.past_due : null);
  const canManage = isManager && status?.is_configured === true;
  return (
    <div className="screen-parts billing">
      <ScreenTabs
        label="Billing"
        views={billingViews.map((each) =>
          each.view === 'past-due' ? { ...each, count: status?.past_due ?? 0 } : each,
        )}
        current={listState.view}
        toHref={(view) => toBillingUrl({ ...DEFAULT_BILLING_STATE, view })}
        onOpen={(view) => change({ ...DEFAULT_BILLING_STATE, view })}
      />
      {error !== null && <ErrorPanel title="Couldn’t load the billing status" message={error} onRetry={reload} />}
      {status && <BillingNotice status={status} />}
      {listState.view === 'events' && (
        <EventsView state={listState} onChange={change} canManage={canManage} onReplayed={reload} />
      )}
      {listState.view === 'revenue' && <RevenueView />}
      {listState.view === 'past-due' && <PastDueView canManage={canManage} onResynced={reload} />}
      {listState.view === 'reconciliation' && <ReconciliationView canManage={canManage} />}
    </div>
  );
}
