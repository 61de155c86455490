import { useId } from 'react';
import { getZoneName } from '#src/lib/format/dates.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { formatCents, formatCurrencyName } from '#api/domain/money.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Figure } from '#src/ui/charts/Figure.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { fetchRevenue } from '#src/features/billing/billing-api.ts';
import type { CurrencyRevenueJson } from '#api/features/billing/billing.contract.ts';
import { describeRevenue, getNet, listMonths, type RevenueMonth, sumNet } from './revenue-figures.ts';
import { RevenueChart } from './RevenueChart.tsx';
import { RevenueTable } from './RevenueTable.tsx';

/** 'after US$4.00 in refunds and US$10.00 in disputes'. */
function describeTaken({ refunded, disputed }: RevenueMonth, currency: string): string | undefined {
  const parts = [
    refunded > 0 && `${formatCents(refunded, currency)} in refunds`,
    disputed > 0 && `${formatCents(disputed, currency)} in disputes`,
  ].filter(Boolean);
  return parts.length > 0 ? `after ${parts.join(' and ')}` : undefined;
}

/** Money received by month and plan, less refunds; what live subscriptions bring each month. */
export function RevenueView() {
  const { value, error, reload } = useQuery('revenue', fetchRevenue);
  if (error !== null) return <ErrorPanel title="Couldn’t load the revenue" message={error} onRetry={reload} />;
  if (value === null) {
    return (
      <div className="billing-loading">
        <Skeleton kind="line" count={8} />
      </div>
    );
  }
  const { other_currencies: others, ...main } = value;
  return (
    <>
      <CurrencyRevenue revenue={main} />
      {others.map((revenue) => (
        <section key={revenue.currency} className="revenue-currency" aria-label={revenue.currency.toUpperCase()}>
          <h2>In {formatCurrencyName(revenue.currency)}</h2>
          <CurrencyRevenue revenue={revenue} />
        </section>
      ))}
      <p className="muted">
        Monthly recurring counts subscriptions that are active or past due, after discounts, and a yearly one a twelfth.
        Those that are cancelled count until they end; trials, paused and unpaid ones don’t count.
      </p>
    </>
  );
}

/** Amounts of two currencies are never added. */
function CurrencyRevenue({ revenue }: { revenue: CurrencyRevenueJson }) {
  const { currency } = revenue;
  const id = useId();
  const months = listMonths(revenue.months, Date.now());
  const [current] = months;
  const hasPayments = months.some(({ plans }) => plans.length > 0);
  return (
    <>
      <ul className="figures">
        <Figure
          value={formatCents(current ? getNet(current) : 0, currency)}
          label="this month so far"
          note={current && describeTaken(current, currency)}
        />
        <Figure
          value={formatCents(revenue.monthly_recurring, currency)}
          label="monthly recurring"
          note={formatCount(revenue.live_subscriptions, 'subscription')}
        />
        <Figure
          value={formatCents(sumNet(months), currency)}
          label={months.length > 1 ? `in the last ${months.length} months` : 'in total'}
        />
      </ul>
      {hasPayments ? (
        <section className="revenue" aria-labelledby={id}>
          <h2 id={id}>{describeRevenue(months, currency)}</h2>
          <p className="muted">Payments less refunds and disputes, by the month of the payment, {getZoneName()}.</p>
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
