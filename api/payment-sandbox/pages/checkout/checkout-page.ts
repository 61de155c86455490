import { html } from 'hono/html';
import type { Kinds } from '../../state/kinds.ts';
import { cardForm } from '../card-form.ts';
import { formatAmount, formatInterval } from '../format.ts';
import { type Html, layout, messagePage } from '../layout.ts';

type Session = Kinds['checkout.session'];
type LineItem = {
  description: string | null;
  amount_total: number;
  quantity: number | null;
  price: Kinds['price'];
};

type CheckoutPage = {
  session: Session;
  lineItems: readonly LineItem[];
  customer: Kinds['customer'] | undefined;
  error?: string;
  values?: Record<string, string>;
};

/** What is bought and for how much, and the card to pay with. */
export const checkoutPage = ({ session, lineItems, customer, error, values }: CheckoutPage): Html => {
  const email = customer?.email ?? session.customer_email ?? '';
  const isSetup = session.mode === 'setup';
  return layout({
    title: isSetup ? 'Save a card' : 'Checkout',
    body: html`${
        session.cancel_url
          ? html`<nav aria-label="Back">
              <p><a href="${session.cancel_url}">Back</a></p>
            </nav>`
          : ''
      }
      <div class="columns">
        <section class="panel">
          ${
            isSetup
              ? html`<h1>Save a card</h1>
                  <p>It is saved for later payments. Nothing is charged now.</p>`
              : summary(session, lineItems)
          }
        </section>
        <section class="panel">
          <h2>${isSetup ? 'Card' : 'Pay with card'}</h2>
          ${error ? html`<p class="notice" role="alert">${error}</p>` : ''}
          ${cardForm({
            action: `/checkout/${session.id}`,
            submitLabel: isSetup ? 'Save card' : `Subscribe`,
            email: { value: email, isLocked: Boolean(customer?.email) },
            values,
          })}
        </section>
      </div>`,
  });
};

const summary = (session: Session, lineItems: readonly LineItem[]): Html => {
  const currency = session.currency ?? 'usd';
  const total = formatAmount(session.amount_total ?? 0, currency);
  return html`<h1>Subscribe to ${lineItems.map(({ description }) => description).join(', ')}</h1>
    <p>
      <span class="amount">${total}</span> <span class="muted">${formatInterval(lineItems[0]?.price.recurring)}</span>
    </p>
    <table>
      <tbody>
        ${lineItems.map(
          (item) =>
            html`<tr>
              <td>${item.description}${(item.quantity ?? 1) > 1 ? ` × ${item.quantity}` : ''}</td>
              <td class="number">${formatAmount(item.amount_total, currency)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <td>Total due today</td>
          <td class="number">${total}</td>
        </tr>
      </tfoot>
    </table>`;
};

/** A session that can't be paid any more. */
export const closedSessionPage = (session: Session, successUrl: string): Html =>
  session.status === 'complete'
    ? messagePage({
        title: 'Payment complete',
        text: 'You’ve already paid on this page.',
        link: successUrl ? { href: successUrl, label: 'Continue' } : null,
      })
    : messagePage({
        title: 'This page has expired',
        text: 'You weren’t charged. Go back to start again.',
        link: session.cancel_url ? { href: session.cancel_url, label: 'Go back' } : null,
      });
