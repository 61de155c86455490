import { html } from 'hono/html';
import type { Price } from '../../objects/catalogue.ts';
import type { CheckoutSession } from '../../objects/pages.ts';
import { cardForm, type CardValues } from '../card-form.ts';
import { formatAmount, formatInterval } from '../format.ts';
import { type Html, layout, messagePage } from '../layout.ts';

/** What was wrong with the card, and what was typed. */
export type Problem = { error: string; values?: CardValues };

type CheckoutPage = {
  session: CheckoutSession;
  price: Price;
  name: string;
  quantity: number;
  email: string;
  problem: Problem | undefined;
};

/** What is bought and for how much, and the card to pay with. */
export const checkoutPage = ({ session, price, name, quantity, email, problem }: CheckoutPage): Html => {
  const total = formatAmount(session.amount_total ?? 0, price.currency);
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
          <p><span class="amount">${total}</span> <span class="muted">${formatInterval(price.recurring)}</span></p>
          <table>
            <tbody>
              <tr>
                <td>${name}${quantity > 1 ? ` × ${quantity}` : ''}</td>
                <td class="number">${total}</td>
              </tr>
            </tbody>
            <tfoot>
              <tr>
                <td>Total due today</td>
                <td class="number">${total}</td>
              </tr>
            </tfoot>
          </table>
        </section>
        <section class="panel">
          <h2>Pay with card</h2>
          <p class="muted">${email}</p>
          ${problem ? html`<p class="notice" role="alert">${problem.error}</p>` : ''}
          ${cardForm({ action: `/checkout/${session.id}`, submitLabel: 'Subscribe', values: problem?.values })}
        </section>
      </div>`,
  });
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
