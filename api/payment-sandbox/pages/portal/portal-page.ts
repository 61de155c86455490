import { html } from 'hono/html';
import type { Customer, PaymentMethod } from '../../objects/customer.ts';
import type { Invoice } from '../../objects/invoice.ts';
import type { PortalConfiguration, PortalSession } from '../../objects/pages.ts';
import { endOfPeriod, type Subscription } from '../../objects/subscription.ts';
import { billingFields, type BillingValues } from '../billing-form.ts';
import { cardForm, type CardValues } from '../card-form.ts';
import { formatAmount, formatCard, formatDate, formatInterval } from '../format.ts';
import { describeStatus } from '../invoices/invoice-page.ts';
import { type Html, layout } from '../layout.ts';

export type PortalView = {
  session: PortalSession;
  features: PortalConfiguration['features'];
  customer: Customer;
  subscriptions: readonly SubscriptionRow[];
  card: PaymentMethod['card'] | null;
  taxNumber: string | null;
  invoices: readonly Invoice[];
};
type SubscriptionRow = { subscription: Subscription; name: string };

export const portalPath = ({ id }: { id: string }, rest = ''): string => `/portal/${id}${rest}`;

/** Everything that the configuration allows: card, billing details and invoices. Plans are changed and cancelled by the website. */
export const portalPage = ({
  session,
  features,
  customer,
  subscriptions,
  card,
  taxNumber,
  invoices,
}: PortalView): Html =>
  layout({
    title: 'Billing',
    isNarrow: true,
    body: html`${session.return_url ? backLink(session.return_url, 'Back to the website') : ''}
      <h1>Billing</h1>
      <p class="muted">${[customer.name, customer.email].filter(Boolean).join(', ')}</p>
      <section class="panel">
        <h2>Subscription</h2>
        ${
          subscriptions.length === 0
            ? html`<p class="muted">There is no current subscription.</p>`
            : subscriptions.map(subscriptionRow)
        }
      </section>
      <section class="panel">
        <h2>Payment method</h2>
        <p>${formatCard(card)}${card ? html`, expires ${card.exp_month}/${card.exp_year}` : ''}</p>
        ${
          features.payment_method_update.enabled
            ? html`<p class="actions"><a class="button" href="${portalPath(session, '/card')}">Update card</a></p>`
            : ''
        }
      </section>
      ${features.customer_update.enabled ? detailsSection(session, { ...customer, taxNumber }) : ''}
      ${features.invoice_history.enabled ? invoicesSection(invoices) : ''}`,
  });

const backLink = (href: string, label: string): Html =>
  html`<nav aria-label="Back">
    <p><a href="${href}">${label}</a></p>
  </nav>`;

const detailsSection = (session: PortalSession, { name, address, taxNumber }: BillingValues): Html => {
  const { line1, postal_code: postalCode, city, country } = address ?? {};
  const lines = [name, line1, [postalCode, city].filter(Boolean).join(' '), country, taxNumber].filter(Boolean);
  return html`<section class="panel">
    <h2>Billing information</h2>
    <p>${lines.length > 0 ? lines.join(', ') : 'None yet.'}</p>
    <p class="actions"><a class="button" href="${portalPath(session, '/details')}">Update information</a></p>
  </section>`;
};

/** The form for name, address and tax number. */
export const portalDetailsPage = (session: PortalSession, values: BillingValues, error?: string): Html =>
  layout({
    title: 'Update information',
    isNarrow: true,
    body: html`${backLink(portalPath(session), 'Back to billing')}
      <section class="panel">
        <h1>Update information</h1>
        ${error ? html`<p class="notice" role="alert">${error}</p>` : ''}
        <form method="post" action="${portalPath(session, '/details')}" class="fields">
          ${billingFields(values, true)}
          <button>Save</button>
        </form>
      </section>`,
  });

const subscriptionRow = ({ subscription, name }: SubscriptionRow): Html => {
  const [item] = subscription.items.data;
  return html`<p>
    <strong>${name}</strong>, ${formatAmount(item?.price.unit_amount ?? 0, subscription.currency)}
    ${formatInterval(item?.price.recurring)}<br />
    <span class="muted">${describeNext(subscription)}</span>
  </p>`;
};

function describeNext(subscription: Subscription): string {
  if (subscription.cancel_at) return `Ends on ${formatDate(subscription.cancel_at)}`;
  return subscription.status === 'active'
    ? `Renews on ${formatDate(endOfPeriod(subscription))}`
    : `The last payment failed (${subscription.status})`;
}

const invoicesSection = (invoices: readonly Invoice[]): Html =>
  html`<section class="panel">
    <h2>Invoices</h2>
    ${
      invoices.length === 0
        ? html`<p class="muted">None yet.</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">Invoice</th>
                <th scope="col">Status</th>
                <th scope="col" class="number">Amount</th>
              </tr>
            </thead>
            <tbody>
              ${invoices.map(
                (invoice) =>
                  html`<tr>
                    <td><a href="/invoices/${invoice.id}">${formatDate(invoice.created)}</a></td>
                    <td>${describeStatus(invoice)}</td>
                    <td class="number">${formatAmount(invoice.total, invoice.currency)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </section>`;

/** In a flow the portal has no page of its own to go back to. */
export const portalCardPage = (session: PortalSession, problem?: { error: string; values?: CardValues }): Html =>
  layout({
    title: 'Update card',
    isNarrow: true,
    body: html`${
        session.flow
          ? backLink(session.return_url ?? portalPath(session), 'Back to the website')
          : backLink(portalPath(session), 'Back to billing')
      }
      <section class="panel">
        <h1>Update card</h1>
        ${problem ? html`<p class="notice" role="alert">${problem.error}</p>` : ''}
        ${cardForm({ action: portalPath(session, '/card'), submitLabel: 'Save card', values: problem?.values })}
      </section>`,
  });
