import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useListState } from '#src/lib/use-list-state.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { fetchStatus } from './billing-api.ts';
import {
  type BillingState,
  billingViews,
  DEFAULT_BILLING_STATE,
  parseBillingState,
  toBillingUrl,
} from './billing-state.ts';
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
      <BillingTabs
        current={listState.view}
        pastDue={status?.past_due ?? 0}
        onOpen={(view) => change({ ...DEFAULT_BILLING_STATE, view })}
      />
      {error !== null && <ErrorPanel message={error} onRetry={reload} />}
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

type TabsProps = { current: BillingState['view']; pastDue: number; onOpen: (view: BillingState['view']) => void };

function BillingTabs({ current, pastDue, onOpen }: TabsProps) {
  return (
    <nav className="tabs screen-tabs billing-tabs" aria-label="Billing">
      {billingViews.map(({ view, label }) => (
        <InPageLink
          key={view}
          href={toBillingUrl({ ...DEFAULT_BILLING_STATE, view })}
          aria-current={view === current ? 'page' : undefined}
          onOpen={() => view !== current && onOpen(view)}
        >
          {label}
          {view === 'past-due' && pastDue > 0 && <span className="count">{pastDue}</span>}
        </InPageLink>
      ))}
    </nav>
  );
}
