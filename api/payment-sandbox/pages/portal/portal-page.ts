import { html } from 'hono/html';
import type { Kinds } from '../../state/kinds.ts';
import { cardForm } from '../card-form.ts';
import { formatAmount, formatCard, formatDate, formatInterval } from '../format.ts';
import { describeStatus } from '../invoices/invoice-page.ts';
import { type Html, layout } from '../layout.ts';
import { canChange, type PortalView } from './portal-view.ts';

export const portalPath = ({ id }: { id: string }, rest = ''): string => `/portal/${id}${rest}`;

/** What the configuration allows: card, cancellation and invoices. */
export const portalPage = (view: PortalView): Html => {
  const { session, configuration, customer, card } = view;
  const { payment_method_update: card_update, invoice_history: invoices } = configuration.features;
  return layout({
    title: 'Billing',
    isNarrow: true,
    body: html`${backLink(session.return_url)}
      <h1>Billing</h1>
      <p class="muted">${[customer.name, customer.email].filter(Boolean).join(', ')}</p>
      ${configuration.business_profile.headline ? html`<p>${configuration.business_profile.headline}</p>` : ''}
      <section class="panel">
        <h2>Subscription</h2>
        ${
          view.subscriptions.length === 0
            ? html`<p class="muted">There is no current subscription.</p>`
            : view.subscriptions.map((each) => subscriptionRow(view, each))
        }
      </section>
      <section class="panel">
        <h2>Payment method</h2>
        <p>
          ${formatCard(card?.card)}${card?.card ? html`, expires ${card.card.exp_month}/${card.card.exp_year}` : ''}
        </p>
        ${
          card_update.enabled
            ? html`<p class="actions"><a class="button" href="${portalPath(session, '/card')}">Update card</a></p>`
            : ''
        }
      </section>
      ${invoices.enabled ? invoicesSection(view.invoices) : ''}`,
  });
};

const backLink = (href: string | null): Html =>
  html`${
    href
      ? html`<nav aria-label="Back">
          <p><a href="${href}">Back to the website</a></p>
        </nav>`
      : ''
  }`;

type Row = PortalView['subscriptions'][number];

const subscriptionRow = ({ session, configuration }: PortalView, { subscription, name }: Row): Html => {
  const [item] = subscription.items.data;
  const path = portalPath(session, `/subscriptions/${subscription.id}`);
  const canCancel = configuration.features.subscription_cancel.enabled && canChange(subscription);
  return html`<p>
      <strong>${name}</strong>, ${formatAmount(item?.price.unit_amount ?? 0, subscription.currency)}
      ${formatInterval(item?.price.recurring)}<br />
      <span class="muted">${describeNext(subscription)}</span>
    </p>
    ${canChange(subscription) ? '' : html`<p class="muted">A change is planned, so the subscription can’t be changed here.</p>`}
    ${
      canCancel && !subscription.cancel_at
        ? html`<p class="actions"><a class="button" href="${path}/cancel">Cancel subscription</a></p>`
        : ''
    }
    ${
      canCancel && subscription.cancel_at
        ? html`<form method="post" action="${path}/keep"><button>Don’t cancel</button></form>`
        : ''
    }`;
};

function describeNext({ cancel_at: cancelAt, items, status }: Kinds['subscription']): string {
  const end = items.data[0]?.current_period_end ?? 0;
  if (cancelAt) return `Ends on ${formatDate(cancelAt)}`;
  return status === 'active' || status === 'trialing'
    ? `Renews on ${formatDate(end)}`
    : `The last payment failed (${status})`;
}

const invoicesSection = (invoices: PortalView['invoices']): Html =>
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

export const portalCardPage = (
  session: PortalView['session'],
  { error, values }: { error?: string; values?: Record<string, string> } = {},
): Html =>
  layout({
    title: 'Update card',
    isNarrow: true,
    body: html`${portalBack(session)}
      <section class="panel">
        <h1>Update card</h1>
        ${error ? html`<p class="notice" role="alert">${error}</p>` : ''}
        ${cardForm({ action: portalPath(session, '/card'), submitLabel: 'Save card', email: null, values })}
      </section>`,
  });

/** In a flow the portal has no page of its own to go back to. */
const portalBack = (session: PortalView['session']): Html =>
  session.flow
    ? backLink(session.return_url)
    : html`<nav aria-label="Back">
        <p><a href="${portalPath(session)}">Back to billing</a></p>
      </nav>`;

const FEEDBACK_LABELS: Record<string, string> = {
  too_expensive: 'It’s too expensive',
  missing_features: 'Some features are missing',
  switched_service: 'I’m moving to another service',
  unused: 'I don’t use it enough',
  customer_service: 'Support wasn’t good enough',
  too_complex: 'It’s too complicated',
  low_quality: 'It wasn’t good enough',
  other: 'Another reason',
};

export const cancelPage = ({ session, configuration }: PortalView, { subscription, name }: Row): Html => {
  const { mode, cancellation_reason: reason } = configuration.features.subscription_cancel;
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  return layout({
    title: 'Cancel subscription',
    isNarrow: true,
    body: html`${portalBack(session)}
      <form method="post" action="${portalPath(session, `/subscriptions/${subscription.id}/cancel`)}" class="panel">
        <h1>Cancel ${name}?</h1>
        <p>
          ${mode === 'immediately' ? 'It ends now.' : `It stays active until ${formatDate(end)} and isn’t renewed.`}
        </p>
        <div class="fields">
          ${
            reason.enabled
              ? html`<label>
                  Reason (optional)
                  <select name="feedback">
                    <option value="">Choose a reason</option>
                    ${reason.options.map((option) => html`<option value="${option}">${FEEDBACK_LABELS[option] ?? option}</option>`)}
                  </select>
                </label>`
              : ''
          }
          <div class="actions"><button class="primary">Cancel subscription</button></div>
        </div>
      </form>`,
  });
};
