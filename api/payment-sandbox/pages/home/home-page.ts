import { html } from 'hono/html';
import type { SandboxControl } from '../../control/control.ts';
import { formatAmount, formatTime } from '../format.ts';
import { describeStatus } from '../invoices/invoice-page.ts';
import { type Html, layout } from '../layout.ts';
import { clockPanel, deliveryPanel, faultsPanel } from './control-panels.ts';

const ROWS_MAX = 50;

/** The sandbox's own page: what it holds, its clock, its webhooks and its faults. */
export const homePage = (control: SandboxControl, problem?: string): Html =>
  layout({
    title: 'Overview',
    body: html`<h1>Payment sandbox</h1>
      <p class="muted">A stand-in for Stripe on this machine. Customers, cards and amounts are made up.</p>
      ${problem ? html`<p class="notice" role="status">${problem}</p>` : ''}
      <nav aria-label="Sections">
        <ul>
          ${['Clock', 'Webhooks', 'Faults', 'Customers', 'Subscriptions', 'Invoices', 'Events'].map(
            (name) => html`<li><a href="#${name.toLowerCase()}">${name}</a></li>`,
          )}
        </ul>
      </nav>
      ${clockPanel(control.now())} ${deliveryPanel(control.delivery(), countHeld(control))}
      ${faultsPanel(control.faults())} ${customersPanel(control)} ${subscriptionsPanel(control)}
      ${invoicesPanel(control)} ${eventsPanel(control)}`,
  });

const countHeld = (control: SandboxControl): number =>
  control.list('sandbox.delivery').filter(({ status }) => status === 'pending').length;

const newest = <T>(items: readonly T[]): T[] => items.slice(-ROWS_MAX).reverse();

type Column = { label: string; isNumber?: boolean };

/** A table of the newest objects. `rows` are cells in the order of `columns`. */
const panel = (
  title: string,
  columns: readonly Column[],
  { rows, total }: { rows: readonly Html[]; total: number },
): Html =>
  html`<section class="panel" id="${title.toLowerCase()}">
    <h2>${title}</h2>
    ${
      total === 0
        ? html`<p class="muted">None yet.</p>`
        : html`<div class="scroll records" tabindex="0" role="region" aria-label="${title}">
              <table>
                <thead>
                  <tr>
                    ${columns.map(({ label, isNumber }) => html`<th scope="col" class="${isNumber ? 'number' : ''}">${label}</th>`)}
                  </tr>
                </thead>
                <tbody>
                  ${rows}
                </tbody>
              </table>
            </div>
            ${total > rows.length ? html`<p class="muted small">The newest ${rows.length} of ${total}.</p>` : ''}`
    }
  </section>`;

const labels = (...names: string[]): Column[] => names.map((label) => ({ label }));

function customersPanel(control: SandboxControl): Html {
  const customers = control.list('customer');
  const rows = newest(customers).map(
    ({ id, email, name, balance, currency, created }) =>
      html`<tr>
        <td><code>${id}</code></td>
        <td>${[name, email].filter(Boolean).join(', ')}</td>
        <td>${formatTime(created)}</td>
        <td class="number">${currency ? formatAmount(Math.abs(Math.min(0, balance)), currency) : ''}</td>
      </tr>`,
  );
  const columns = [...labels('Customer', 'Name and email', 'Created'), { label: 'Credit', isNumber: true }];
  return panel('Customers', columns, { rows, total: customers.length });
}

function subscriptionsPanel(control: SandboxControl): Html {
  const subscriptions = control.list('subscription');
  const rows = newest(subscriptions).map(({ id, customer, status, items, cancel_at: cancelAt }) => {
    const [item] = items.data;
    return html`<tr>
      <td><code>${id}</code></td>
      <td><code>${customer}</code></td>
      <td>${items.data.map(({ price }) => getProductName(control, price.product)).join(', ')}</td>
      <td>${status}${cancelAt ? html`, ends ${formatTime(cancelAt)}` : ''}</td>
      <td>${item ? formatTime(item.current_period_end) : ''}</td>
    </tr>`;
  });
  const columns = labels('Subscription', 'Customer', 'Product', 'Status', 'Period ends');
  return panel('Subscriptions', columns, { rows, total: subscriptions.length });
}

const getProductName = (control: SandboxControl, product: string): string =>
  control.get('product', product)?.name ?? product;

function invoicesPanel(control: SandboxControl): Html {
  const invoices = control.list('invoice');
  const rows = newest(invoices).map(
    (invoice) =>
      html`<tr>
        <td><a href="/invoices/${invoice.id}">${invoice.number ?? invoice.id}</a></td>
        <td><code>${invoice.customer}</code></td>
        <td>${describeStatus(invoice)}</td>
        <td>${formatTime(invoice.created)}</td>
        <td class="number">${formatAmount(invoice.total, invoice.currency)}</td>
      </tr>`,
  );
  const columns = [...labels('Invoice', 'Customer', 'Status', 'Created'), { label: 'Total', isNumber: true }];
  return panel('Invoices', columns, { rows, total: invoices.length });
}

function eventsPanel(control: SandboxControl): Html {
  const events = control.events();
  const waiting = new Map(control.list('sandbox.delivery').map((delivery) => [delivery.event, delivery]));
  const rows = newest(events).map(({ id, type, created, data }) => {
    const delivery = waiting.get(id);
    const state = delivery ? describeDelivery(delivery) : 'Sent';
    return html`<tr>
      <td>${type}<br /><code class="small">${String(data.object.id ?? '')}</code></td>
      <td>${formatTime(created)}</td>
      <td>${control.list('webhook_endpoint').length === 0 ? 'No endpoint' : state}</td>
      <td>
        <form method="post" action="/sandbox/events/${id}/send">
          <button aria-label="Send again: ${type}">Send again</button>
        </form>
      </td>
    </tr>`;
  });
  return panel('Events', labels('Event', 'Created', 'Webhook', 'Action'), { rows, total: events.length });
}

const describeDelivery = ({
  status,
  attempts,
  attemptAt,
}: {
  status: string;
  attempts: number;
  attemptAt: number | null;
}): string => {
  if (status === 'failed') return `Failed after ${attempts} tries`;
  if (attempts > 0) return `Failed ${attempts === 1 ? 'once' : `${attempts} times`}, will be tried again`;
  return attemptAt === null ? 'Held' : 'On its way';
};
