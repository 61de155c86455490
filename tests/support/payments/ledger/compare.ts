import { renderEmail } from '#api/features/mail/templates/templates.service.ts';
import type { OwnSite } from '../own-site.ts';
import { selectRows } from '../send-event.ts';
import type { Subscriber } from '../subscriber.ts';
import { Ledger, type LedgerInvoice } from './ledger.ts';
import { getRules, writeAmount } from './money.ts';

type Priced = { plan: string; interval: string; amount: number };
type Options = { currency: string; priced: readonly Priced[]; users: readonly Subscriber[] };
type Compared = { differences: string[]; subscriptions: number; invoices: number; amounts: number };

/** Compares every amount that a visitor, customer, admin or program is told with the ledger of the provider's events. */
export async function compareWithLedger(site: OwnSite, { currency, priced, users }: Options): Promise<Compared> {
  const discounts = new Map(
    site.control.list('discount').map(({ id, source, start }) => [id, { coupon: source.coupon, start }]),
  );
  const ledger = new Ledger(site.control.events(), discounts);
  const differences = ledger.faults.map((fault) => `at the provider: ${fault}`);
  let amounts = 0;
  const expectSame = (what: string, actual: unknown, expected: unknown) => {
    amounts += 1;
    if (actual !== expected) differences.push(`${what}: ${String(actual)} instead of ${String(expected)}`);
  };
  await comparePlans(site, ledger, { currency, priced, expectSame });
  for (const user of users) {
    await compareAccount(site, ledger, { user, expectSame });
    await compareMails(site, ledger, { user, currency, expectSame });
  }
  await comparePrograms(site, ledger, expectSame);
  await compareFigures(site, ledger, { currency, expectSame });
  return { differences, subscriptions: ledger.subscriptions.size, invoices: ledger.invoices.size, amounts };
}

type ExpectSame = (what: string, actual: unknown, expected: unknown) => void;

/** What a visitor reads, and what the price at the provider charges. */
async function comparePlans(
  site: OwnSite,
  ledger: Ledger,
  { currency, priced, expectSame }: { currency: string; priced: readonly Priced[]; expectSame: ExpectSame },
): Promise<void> {
  const plans = (await (await site.app.request('/api/subscriptions/plans')).json()) as {
    planName: string;
    currency: string;
    prices: { interval: string; price: number; priceId: string }[];
  }[];
  for (const { plan, interval, amount } of priced) {
    const offered = plans.find(({ planName }) => planName === plan);
    const price = offered?.prices.find((each) => each.interval === interval);
    const what = `${plan} by the ${interval}`;
    expectSame(`${what} on the page`, price?.price, amount / 10 ** getRules(currency).digits);
    expectSame(`${what} currency`, offered?.currency, currency);
    expectSame(`${what} at the provider`, ledger.findPrice(price?.priceId ?? '')?.unit_amount, amount);
  }
}

type BillingInvoice = { id: string; total: number; amount_paid: number; amount_refunded: number; currency: string };

async function compareAccount(
  site: OwnSite,
  ledger: Ledger,
  { user, expectSame }: { user: Subscriber; expectSame: ExpectSame },
): Promise<void> {
  const { body: billing } = await user.call('GET', `/user/${user.id}/billing`);
  const own = listOwn(ledger, user);
  const shown = new Map((billing.invoices as BillingInvoice[]).map((invoice) => [invoice.id, invoice]));
  for (const invoice of own) {
    const seen = shown.get(invoice.id);
    if (!seen) continue;
    const what = `user ${user.id}, ${invoice.id}`;
    expectSame(`${what} total`, seen.total, invoice.total);
    expectSame(`${what} paid`, seen.amount_paid, invoice.paid);
    expectSame(`${what} refunded`, seen.amount_refunded, invoice.refunded);
    expectSame(`${what} currency`, seen.currency, invoice.currency);
  }
  const { body: admin } = await site.admin.call('GET', `/api/admin/users/${user.id}/payments`);
  for (const payment of admin.data.payments as { id: string; amount_paid: number; amount_refunded: number }[]) {
    const invoice = own.find(({ id }) => id === payment.id);
    if (!invoice) continue;
    expectSame(`admin of user ${user.id}, ${payment.id} refunded`, payment.amount_refunded, invoice.refunded);
  }
  const { body } = await user.call('GET', `/user/${user.id}`);
  type Shown = {
    stripe_subscription_id: string;
    status: string;
    pending_plan_name: string | null;
    next_payment: { amount: number } | null;
    price: { unit_amount: number; quantity: number; interval: string } | null;
  };
  for (const subscription of body.subscriptions as Shown[]) {
    const { stripe_subscription_id: id } = subscription;
    const snapshot = ledger.subscriptions.get(id);
    const item = snapshot?.items.data[0];
    const what = `user ${user.id}, ${id}`;
    expectSame(`${what} status`, subscription.status, ledger.computeStatus(id));
    expectSame(`${what} price`, subscription.price?.unit_amount, item?.price.unit_amount);
    expectSame(`${what} quantity`, subscription.price?.quantity, item?.quantity);
    expectSame(`${what} interval`, subscription.price?.interval, item?.price.recurring.interval);
    if (!snapshot || snapshot.schedule !== null || ledger.computeStatus(id) !== 'active') continue;
    expectSame(`${what} next payment`, subscription.next_payment?.amount ?? null, ledger.computeNextPayment(id));
  }
  for (const { id, amount_total: total } of site.control.list('checkout.session')) {
    const session = ledger.sessions.get(id);
    if (session) expectSame(`${id} at checkout`, total, session.amount);
  }
}

const listOwn = (ledger: Ledger, user: Subscriber): LedgerInvoice[] =>
  [...ledger.invoices.values()].filter(
    ({ subscription }) => ledger.subscriptions.get(subscription)?.metadata.user_id === String(user.id),
  );

/** Receipts, refunds and failed payments, as they are written in the mail itself. */
async function compareMails(
  site: OwnSite,
  ledger: Ledger,
  { user, currency, expectSame }: { user: Subscriber; currency: string; expectSame: ExpectSame },
): Promise<void> {
  const rows = await selectRows(
    site,
    'SELECT kind, dedupe_key, data FROM outbox WHERE to_email = ? ORDER BY id',
    user.email,
  );
  const own = listOwn(ledger, user);
  const receipts = rows.filter(({ kind }) => kind === 'payment-receipt');
  for (const row of receipts) {
    const invoice = own.find(({ id }) => String(row.dedupe_key).endsWith(id));
    const { text } = renderEmail(site.deps, 'payment-receipt', JSON.parse(String(row.data)));
    const amount = invoice ? writeAmount(invoice.paid, currency) : 'an invoice of the ledger';
    const paid = /your payment of (.+?) for /.exec(text)?.[1];
    expectSame(`receipt of ${String(row.dedupe_key)}`, paid, amount);
  }
  const paying = own.filter(({ paid }) => paid > 0).length;
  expectSame(`receipts of user ${user.id}`, receipts.length, paying);
  const failed = rows.filter(({ kind }) => kind === 'payment-failed');
  const charges = new Set(own.map(({ charged }) => writeAmount(charged, currency)));
  for (const row of failed) {
    const { amount } = JSON.parse(String(row.data)) as { amount?: string };
    if (amount !== undefined) expectSame(`failed payment of user ${user.id}`, charges.has(amount), true);
  }
}

type Told = { plan: string; status: string; quantity: number; interval: string };

/** The last webhook about each subscription: what a program was told that somebody pays for. */
async function comparePrograms(site: OwnSite, ledger: Ledger, expectSame: ExpectSame): Promise<void> {
  const rows = await selectRows(
    site,
    `SELECT subscription_id, entitlement FROM subscription_webhooks
      WHERE entitlement IS NOT NULL AND id IN (SELECT max(id) FROM subscription_webhooks GROUP BY subscription_id)`,
  );
  const told = new Map(
    rows.map((row) => [String(row.subscription_id), JSON.parse(String(row.entitlement)) as Told] as const),
  );
  for (const [id, { items, status }] of ledger.subscriptions) {
    const [item] = items.data;
    const webhook = told.get(id);
    // A subscription that ended before its first event was delivered began for no program, so none is told of its end.
    if (!webhook && status === 'canceled') continue;
    expectSame(`webhook of ${id} status`, webhook?.status, ledger.computeStatus(id));
    expectSame(`webhook of ${id} seats`, webhook?.quantity, item?.quantity);
    expectSame(`webhook of ${id} interval`, webhook?.interval, item?.price.recurring.interval);
  }
}

/** The money received and the monthly recurring revenue, over all users. */
async function compareFigures(
  site: OwnSite,
  ledger: Ledger,
  { currency, expectSame }: { currency: string; expectSame: ExpectSame },
): Promise<void> {
  const { body } = await site.admin.call('GET', '/api/admin/billing/revenue?months=36');
  const sum = (pick: (month: { paid: number; refunded: number }) => number) =>
    (body.months as { paid: number; refunded: number }[]).reduce((total, month) => total + pick(month), 0);
  const books = [...ledger.invoices.values()];
  expectSame('figures: currency', body.currency, currency.toLowerCase());
  expectSame(
    'figures: received',
    sum(({ paid }) => paid),
    books.reduce((total, { paid }) => total + paid, 0),
  );
  expectSame(
    'figures: refunded',
    sum(({ refunded }) => refunded),
    books.reduce((total, { refunded }) => total + refunded, 0),
  );
  // The clock of the site stays while that of the provider moves on, so a coupon that is over there is not over here yet.
  const now = site.clock.now() / 1000;
  const monthly = [...ledger.subscriptions.keys()].reduce((total, id) => total + ledger.computeMonthly(id, now), 0);
  expectSame('figures: monthly recurring', body.monthly_recurring, monthly);
}
