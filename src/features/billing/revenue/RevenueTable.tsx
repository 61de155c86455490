import { Fragment } from 'react';
import type { RevenueJson } from '#api/features/billing/billing.contract.ts';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatCents } from '#api/domain/money.ts';
import { formatMonth } from '#src/lib/format/dates.ts';
import { getNet } from './revenue-figures.ts';

type Props = { months: RevenueJson['months']; currency: string };

export function RevenueTable({ months, currency }: Props) {
  const amount = (cents: number) => <td className="number">{formatCents(cents, currency)}</td>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
    <section className="chart-table" aria-label="Revenue by month and plan" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month and plan</th>
            {['Revenue', 'Paid', 'Refunded', 'Disputed', 'Invoices'].map((label) => (
              <th key={label} scope="col" className="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <Fragment key={month.month}>
              <tr className="month">
                <th scope="row">{formatMonth(month.month)}</th>
                {amount(getNet(month))}
                {amount(month.paid)}
                {amount(month.refunded)}
                {amount(month.disputed)}
                <td className="number">{month.plans.reduce((sum, { invoices }) => sum + invoices, 0)}</td>
              </tr>
              {month.plans.map((plan) => (
                <tr key={`${plan.product_name} ${plan.plan_name}`}>
                  <th scope="row">{formatPlanName(plan.product_name, plan.plan_name)}</th>
                  {amount(getNet(plan))}
                  {amount(plan.paid)}
                  {amount(plan.refunded)}
                  {amount(plan.disputed)}
                  <td className="number">{plan.invoices}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
