import type { RevenueJson } from '#api/features/billing/billing.contract.ts';
import { formatCents } from '#api/domain/money.ts';
import { formatMonth } from '#src/lib/format/dates.ts';
import { getNet, listPlanNames } from './revenue-figures.ts';

type Props = { months: RevenueJson['months']; currency: string };

/** Between the plans of a bar, percent of the longest bar. */
const GAP = 0.4;

/** A bar for each month, newest first, divided by plan, with its amount at the end. The table below says the same in numbers. */
export function RevenueChart({ months, currency }: Props) {
  const planNames = listPlanNames(months);
  const largest = Math.max(...months.map(({ plans }) => getPositiveNet(plans)), 1);
  return (
    <>
      <ul className="chart-key" aria-label="Plans">
        {planNames.map((name) => (
          <li key={name}>
            <i className={getPlanClass(planNames, name)} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
      <ul className="chart-rows" aria-label="Revenue by month">
        {months.map((month, at) => (
          <li key={month.month}>
            <span>
              {formatMonth(month.month)}
              {at === 0 && <span className="muted"> so far</span>}
            </span>
            <MonthBar month={month} planNames={planNames} largest={largest} />
            <span className="number">{formatCents(getNet(month), currency)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type BarProps = { month: RevenueJson['months'][number]; planNames: readonly string[]; largest: number };

function MonthBar({ month, planNames, largest }: BarProps) {
  let end = 0;
  const parts = planNames.flatMap((name) => {
    const net = getPositiveNet(month.plans.filter((plan) => plan.plan_name === name));
    if (net === 0) return [];
    const start = end;
    end += (net / largest) * 100;
    return [{ name, start, width: Math.max(end - start - GAP, 0.1) }];
  });
  return (
    <svg aria-hidden="true">
      {parts.map(({ name, start, width }) => (
        <rect key={name} className={getPlanClass(planNames, name)} x={`${start}%`} width={`${width}%`} height="100%" />
      ))}
    </svg>
  );
}

/** A plan that gave back more than it brought has no bar; the amount at the end includes it. */
const getPositiveNet = (plans: RevenueJson['months'][number]['plans']): number =>
  plans.reduce((sum, plan) => sum + Math.max(getNet(plan), 0), 0);

const getPlanClass = (planNames: readonly string[], name: string) => `plan-tone-${planNames.indexOf(name) % 4}`;
