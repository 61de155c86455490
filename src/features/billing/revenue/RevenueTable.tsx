import { Fragment } from 'react';
import type { RevenueJson } from '#api/features/billing/billing.contract.ts';
import { formatCents } from '#api/domain/money.ts';
import { formatMonth } from '#src/lib/format/date-and-price.ts';
import { getNet } from './revenue-figures.ts';

type Props = { months: RevenueJson['months']; currency: string };

export function RevenueTable({ months, currency }: Props) {
  const amount = (cents: number) => <td className="number">{formatCents(cents, currency)}</td>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
    <section className="revenue-table" aria-label="Revenue by month and plan" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Month and plan</th>
            <th scope="col" className="number">
              Invoices
            </th>
            <th scope="col" className="number">
              Paid
            </th>
            <th scope="col" className="number">
              Refunded
            </th>
            <th scope="col" className="number">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <Fragment key={month.month}>
              <tr className="month">
                <th scope="row">{formatMonth(month.month)}</th>
                <td className="number">{month.plans.reduce((sum, { invoices }) => sum + invoices, 0)}</td>
                {amount(month.paid)}
                {amount(month.refunded)}
                {amount(getNet(month))}
              </tr>
              {month.plans.map((plan) => (
                <tr key={`${plan.product_name} ${plan.plan_name}`}>
                  <th scope="row">{formatPlan(plan)}</th>
                  <td className="number">{plan.invoices}</td>
                  {amount(plan.paid)}
                  {amount(plan.refunded)}
                  {amount(getNet(plan))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** 'GenMate Creator'; one word for a product whose only plan has its name. */
const formatPlan = (plan: { product_name: string; plan_name: string }) =>
  plan.product_name === plan.plan_name ? plan.plan_name : `${plan.product_name} ${plan.plan_name}`;
