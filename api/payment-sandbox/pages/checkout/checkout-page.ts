import { html } from 'hono/html';
import type { Price } from '../../objects/catalogue.ts';
import { asksNoCard } from '../../billing/checkout/pay-on-page.ts';
import type { Kinds } from '../../objects/kinds.ts';
import type { CheckoutSession } from '../../objects/pages.ts';
import { billingFields, type BillingValues } from '../billing-form.ts';
import { cardForm, type CardValues } from '../card-form.ts';
import { formatAmount, formatInterval } from '../format.ts';
import { type Html, layout, messagePage } from '../layout.ts';

/** What was wrong with the card and what was typed, or with the code or number that was chosen. */
export type Problem = { error: string; values?: CardValues } | { choiceError: string };

type CheckoutPage = {
  session: CheckoutSession;
  price: Price;
  name: string;
  record: Kinds['sandbox.checkout'];
  /** The promotion code that was redeemed. */
  code: string | null;
  email: string;
  customer: BillingValues;
  problem: Problem | undefined;
};

/** What is bought and for how much, and the card to pay with. */
export const checkoutPage = (page: CheckoutPage): Html => {
  const { session, price, name, record, email, problem } = page;
  const { trialDays } = record;
  const each = formatAmount((price.unit_amount ?? 0) * record.quantity, price.currency);
  const cardProblem = problem && 'error' in problem ? problem : undefined;
  return layout({
    title: 'Checkout',
    body: html`${
        session.cancel_url
          ? html`<nav aria-label="Back">
              <p><a href="${session.cancel_url}">Back</a></p>
            </nav>`
          : ''
      }
      <div class="columns">
        <section class="panel">
          <h1>Subscribe to ${name}</h1>
          ${
            trialDays
              ? html`<p><span class="amount">${trialDays} ${trialDays === 1 ? 'day' : 'days'} free</span></p>
                  <p class="muted">Then ${each} ${formatInterval(price.recurring)}</p>`
              : html`<p>
                  <span class="amount">${formatAmount(session.amount_total ?? 0, price.currency)}</span>
                  <span class="muted">${formatInterval(price.recurring)}</span>
                </p>`
          }
          ${amountsTable(page)} ${choices(page)} ${billingForm(page)}
        </section>
        <section class="panel">
          <h2>${asksNoCard(session) ? 'Confirm' : 'Pay with card'}</h2>
          <p class="muted">${email}</p>
          ${cardProblem ? html`<p class="notice" role="alert">${cardProblem.error}</p>` : ''}
          ${
            asksNoCard(session)
              ? html`<form method="post" action="/checkout/${session.id}">
                  <button class="primary wide">${trialDays ? 'Start trial' : 'Subscribe'}</button>
                </form>`
              : cardForm({
                  action: `/checkout/${session.id}`,
                  submitLabel: trialDays ? 'Start trial' : 'Subscribe',
                  values: cardProblem?.values,
                })
          }
        </section>
      </div>`,
  });
};

const amountsTable = ({ session, price, name, record, code }: CheckoutPage): Html => {
  const format = (amount: number) => formatAmount(amount, price.currency);
  const { amount_discount: discount, amount_tax: tax } = session.total_details;
  const isOnTop = (session.amount_total ?? 0) > (session.amount_subtotal ?? 0) - discount;
  const row = (label: string, amount: number) =>
    html`<tr>
      <td>${label}</td>
      <td class="number">${format(amount)}</td>
    </tr>`;
  return html`<table>
    <tbody>
      ${row(`${name}${record.quantity > 1 ? ` × ${record.quantity}` : ''}`, session.amount_subtotal ?? 0)}
      ${record.discount ? row(code ?? 'Discount', -discount) : ''}
      ${tax > 0 ? row(isOnTop ? 'Tax' : 'Tax, included', tax) : ''}
    </tbody>
    <tfoot>
      ${row('Total due today', session.amount_total ?? 0)}
    </tfoot>
  </table>`;
};

/** The address that taxes go by, and the number of a company, where the session asks for them. */
const billingForm = ({ session, record, customer }: CheckoutPage): Html | '' => {
  if (!record.isTaxed && !record.asksTaxNumber) return '';
  return html`<form method="post" action="/checkout/${session.id}/billing" class="fields">
    <h2>Billing address</h2>
    ${billingFields(customer, record.asksTaxNumber ?? false)}
    <button>Update</button>
  </form>`;
};

/** A number and a promotion code, where the session takes them. */
const choices = ({ session, record, code, problem }: CheckoutPage): Html => {
  const { adjustable } = record;
  return html`${problem && 'choiceError' in problem ? html`<p class="notice" role="alert">${problem.choiceError}</p>` : ''}
  ${
    adjustable
      ? html`<form method="post" action="/checkout/${session.id}/quantity" class="actions">
          <label>
            Quantity
            <input
              name="quantity"
              type="number"
              min="${Math.max(1, adjustable.minimum)}"
              max="${adjustable.maximum}"
              value="${record.quantity}"
            />
          </label>
          <button>Update</button>
        </form>`
      : ''
  }
  ${
    session.allow_promotion_codes
      ? html`<form method="post" action="/checkout/${session.id}/code" class="actions">
          <label>
            Promotion code
            <input name="code" autocomplete="off" value="${code ?? ''}" />
          </label>
          <button>Apply</button>
        </form>`
      : ''
  }`;
};

/** A session that can't be paid any more. */
export const closedSessionPage = (session: CheckoutSession, successUrl: string): Html =>
  session.status === 'complete'
    ? messagePage({
        title: 'Payment complete',
        text: 'You’ve already paid on this page.',
        link: { href: successUrl, label: 'Continue' },
      })
    : messagePage({
        title: 'This page has expired',
        text: 'You weren’t charged. Go back to start again.',
        link: session.cancel_url ? { href: session.cancel_url, label: 'Go back' } : null,
      });
