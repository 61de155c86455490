import { countBillingProblems } from '#api/domain/billing-problems.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useView } from '#src/lib/use-view.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { ScreenTabs } from '#src/ui/navigation/ScreenTabs.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { fetchStatus, type BillingStatus } from './billing-api.ts';
import { AttentionView } from './attention/AttentionView.tsx';
import { DisputesView } from './disputes/DisputesView.tsx';
import { EventsView } from './events/EventsView.tsx';
import { MonthsView } from './months/MonthsView.tsx';
import { PastDueView } from './past-due/PastDueView.tsx';
import { ReconciliationView } from './reconciliation/ReconciliationView.tsx';
import { StripeCheckView } from './stripe-check/StripeCheckView.tsx';
import { RevenueView } from './revenue/RevenueView.tsx';

const VIEWS = [
  { view: 'attention', label: 'Needs attention' },
  { view: 'past-due', label: 'Past due' },
  { view: 'disputes', label: 'Disputes and refunds' },
  { view: 'revenue', label: 'Revenue' },
  { view: 'months', label: 'Month end' },
  { view: 'events', label: 'Events' },
  { view: 'reconciliation', label: 'Reconciliation' },
  { view: 'stripe-check', label: 'Stripe check' },
] as const;
type BillingView = (typeof VIEWS)[number]['view'];

/** Links of earlier emails and bookmarks name an event or a status of events, and no view. */
const implyView = (query: URLSearchParams) => (query.has('event') || query.has('status') ? 'events' : undefined);

/** Payments for admins: what needs someone, what Stripe sent, revenue, people past due, and the comparison with Stripe. */
export function BillingIsland() {
  return (
    <RequireAuth access="billing.read">
      {(user) => <Billing isManager={hasPermission(user.role, 'billing.manage')} />}
    </RequireAuth>
  );
}

function Billing({ isManager }: { isManager: boolean }) {
  const { view, toHref, open } = useView(paths.adminBilling, VIEWS, implyView);
  const { value: status, error, reload } = useQuery('billing status', fetchStatus);
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
        views={VIEWS.map((each) => ({ ...each, count: counts[each.view] ?? 0 }))}
        current={view}
        toHref={toHref}
        onOpen={open}
      />
      {error !== null && <ErrorPanel title="Couldn’t load the billing status" message={error} onRetry={reload} />}
      {status && <BillingNotice status={status} />}
      {view === 'attention' && status?.is_configured && <AttentionView status={status} />}
      {view === 'stripe-check' && <StripeCheckView canManage={canManage} onChecked={reload} />}
      {view === 'events' && <EventsView canManage={canManage} onReplayed={reload} />}
      {view === 'revenue' && <RevenueView />}
      {view === 'months' && <MonthsView canManage={canManage} />}
      {view === 'past-due' && <PastDueView canManage={canManage} onResynced={reload} />}
      {view === 'disputes' && <DisputesView canManage={canManage} onSettled={reload} />}
      {view === 'reconciliation' && <ReconciliationView canManage={canManage} />}
    </div>
  );
}

/** Shows that payments are not set up, or that the payment sandbox takes them. */
function BillingNotice({ status }: { status: BillingStatus }) {
  if (!status.is_configured) {
    return (
      <Notice tone="info">
        <h2 className="error-title">Stripe is not configured</h2>
        <p>
          Nothing can be bought. Set <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_WEBHOOK_SECRET</code> and the price of
          each plan that you sell, then restart the server. <code>docs/stripe.md</code> says how, and{' '}
          <code>npm run stripe:check</code> whether it is right.
        </p>
      </Notice>
    );
  }
  if (!status.is_sandbox) return null;
  return (
    <Notice tone="info">
      <p>
        Payment sandbox: no real money moves on this site.{' '}
        {status.sandbox_url && <a href={status.sandbox_url}>Open the sandbox</a>}
      </p>
    </Notice>
  );
}
