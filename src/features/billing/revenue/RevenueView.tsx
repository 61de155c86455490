import { formatCount } from '#api/domain/plurals.ts';
import { formatCents } from '#api/domain/money.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { Figure } from '#src/ui/charts/Figure.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { fetchRevenue } from '#src/features/billing/billing-api.ts';
import { describeRevenue, getNet, listMonths, sumNet } from './revenue-figures.ts';
import { RevenueChart } from './RevenueChart.tsx';
import { RevenueTable } from './RevenueTable.tsx';

/** Money received by month and plan, less refunds; what live subscriptions bring each month. */
export function RevenueView() {
  const { value, error, reload } = useListQuery('revenue', fetchRevenue);
  if (error !== null) return <ErrorPanel title="Couldn’t load the revenue" message={error} onRetry={reload} />;
  if (value === null) {
    return (
      <div className="billing-loading">
        <Skeleton kind="line" count={8} />
      </div>
    );
  }
  const { currency } = value;
  const months = listMonths(value.months, Date.now());
  const [current] = months;
  const refunded = current?.refunded ?? 0;
  const hasPayments = months.some(({ plans }) => plans.length > 0);
  return (
    <>
      <ul className="figures">
        <Figure
          value={formatCents(current ? getNet(current) : 0, currency)}
          label="this month so far"
          note={refunded > 0 ? `after ${formatCents(refunded, currency)} in refunds` : undefined}
        />
        <Figure
          value={formatCents(value.monthly_recurring, currency)}
          label="monthly recurring"
          note={formatCount(value.live_subscriptions, 'subscription')}
        />
        <Figure
          value={formatCents(sumNet(months), currency)}
          label={months.length > 1 ? `in the last ${months.length} months` : 'in total'}
        />
      </ul>
      {hasPayments ? (
        <section className="revenue" aria-labelledby="revenue-title">
          <h2 id="revenue-title">{describeRevenue(months, currency)}</h2>
          <p className="muted">Payments less refunds, by the month of the payment (UTC).</p>
          <RevenueChart months={months} currency={currency} />
          <details className="fold">
            <summary>Show as a table</summary>
            <RevenueTable months={months} currency={currency} />
          </details>
        </section>
      ) : (
        <EmptyState title="No payments yet">
          <p>Paid invoices appear here by month and plan.</p>
        </EmptyState>
      )}
    </>
  );
}
