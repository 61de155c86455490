import { settle } from './money.ts';

/** As Stripe announces what happened; `object` is the snapshot. */
export type LedgerEvent = { id: string; type: string; created: number; data: { object: unknown } };

type Period = { start: number; end: number };
type Line = {
  amount: number;
  discount_amounts: { amount: number; discount: string }[];
  period: Period;
  quantity: number;
  pricing: { price_details: { price: string } };
  parent: { subscription_item_details: { subscription_item: string; proration: boolean } };
};
type InvoiceEvent = {
  id: string;
  currency: string;
  customer: string;
  billing_reason: string;
  number: string | null;
  status: string;
  lines: { data: Line[] };
  total: number;
  amount_due: number;
  amount_paid: number;
  parent: { subscription_details: { subscription: string } };
};
type PriceEvent = { id: string; unit_amount: number; currency: string; recurring: { interval: string } };
type CouponEvent = {
  id: string;
  percent_off: number | null;
  amount_off: number | null;
  duration: string;
  duration_in_months: number | null;
};
/** The coupon of a discount, and when it began (s). */
export type LedgerDiscount = { coupon: string; start: number };
type SubscriptionEvent = {
  id: string;
  customer: string;
  currency: string;
  status: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  schedule: string | null;
  trial_end: number | null;
  discounts: string[];
  metadata: Record<string, string>;
  items: { data: { price: PriceEvent; quantity: number; current_period_start: number; current_period_end: number }[] };
};

/** An invoice as the ledger computes it. Minor units. */
export type LedgerInvoice = {
  id: string;
  number: string | null;
  subscription: string;
  currency: string;
  total: number;
  charged: number;
  paid: number;
  refunded: number;
  status: string;
};
type Debit = { amount: number; period: Period };

/**
 * Books written from the payment provider’s events alone. Each amount is computed again from prices, quantities, coupons and periods, and
 * compared with the amount of the event; `faults` are the differences. No code of the product is used.
 */
export class Ledger {
  readonly faults: string[] = [];
  readonly invoices = new Map<string, LedgerInvoice>();
  readonly subscriptions = new Map<string, SubscriptionEvent>();
  readonly sessions = new Map<string, { amount: number; subscription: string }>();
  readonly #prices = new Map<string, PriceEvent>();
  readonly #coupons = new Map<string, CouponEvent>();
  /** By customer; positive is owed. */
  readonly #balances = new Map<string, number>();
  /** What was debited for the current periods, by item of a subscription. */
  readonly #debits = new Map<string, Debit[]>();
  readonly #charged = new Map<string, number>();
  readonly #refunds = new Map<string, { intent: string; amount: number; status: string }>();
  readonly #intents = new Map<string, string>();
  readonly #finalized = new Map<string, InvoiceEvent>();
  /** By id, as subscriptions and lines name them. */
  readonly #discounts: ReadonlyMap<string, LedgerDiscount>;

  /** `discounts` are read beside the events: Stripe sends none of its own for those of subscriptions. */
  constructor(events: readonly LedgerEvent[], discounts: ReadonlyMap<string, LedgerDiscount>) {
    this.#discounts = discounts;
    for (const event of events) this.#post(event);
    for (const [intent, invoiceId] of this.#intents) {
      const invoice = this.invoices.get(invoiceId);
      if (!invoice) continue;
      invoice.refunded = [...this.#refunds.values()]
        .filter((refund) => refund.intent === intent && !['failed', 'canceled'].includes(refund.status))
        .reduce((sum, { amount }) => sum + amount, 0);
      this.#expect(`${invoiceId} charged`, this.#charged.get(intent) ?? 0, invoice.paid);
    }
  }

  findPrice(id: string): PriceEvent | undefined {
    return this.#prices.get(id);
  }

  getBalance(customer: string): number {
    return this.#balances.get(customer) ?? 0;
  }

  /** What the next renewal of a subscription charges; null where none is expected, or where a schedule decides. */
  computeNextPayment(id: string): number | null {
    const subscription = this.subscriptions.get(id);
    if (!subscription || subscription.cancel_at !== null || subscription.cancel_at_period_end) return null;
    if (!['active', 'trialing'].includes(subscription.status)) return null;
    const full = this.#sumItems(subscription);
    const renewal = subscription.items.data[0]?.current_period_end ?? 0;
    const discounts = subscription.discounts.filter((each) => !this.#isOver(each, renewal));
    const due = full - this.#reduce(discounts, full) + this.getBalance(subscription.customer);
    return settle(due, subscription.currency);
  }

  /** What a subscription brings each month: a yearly price by a twelfth, less lasting discounts. */
  computeMonthly(id: string, now: number): number {
    const subscription = this.subscriptions.get(id);
    if (!subscription || !['active', 'past_due'].includes(this.computeStatus(id) ?? '')) return 0;
    const lasting = subscription.discounts.filter(
      (each) => this.#findCoupon(each)?.duration !== 'once' && !this.#isOver(each, now),
    );
    const full = this.#sumItems(subscription);
    const months = subscription.items.data[0]?.price.recurring.interval === 'year' ? 12 : 1;
    return Math.round((full - this.#reduce(lasting, full)) / months);
  }

  /**
   * Status that people and programs are told. Stripe calls a subscription `trialing` while its next payment is moved, too; who was charged
   * for it is past their trial, and stays `active`.
   */
  computeStatus(id: string): string | undefined {
    const status = this.subscriptions.get(id)?.status;
    if (status !== 'trialing') return status;
    const wasCharged = [...this.invoices.values()].some(({ subscription, total }) => subscription === id && total > 0);
    return wasCharged ? 'active' : status;
  }

  #sumItems = ({ items }: SubscriptionEvent): number =>
    items.data.reduce((sum, { price, quantity }) => sum + this.#requirePrice(price.id).unit_amount * quantity, 0);

  #post({ type, data }: LedgerEvent): void {
    const { object } = data;
    if (/^price\.(created|updated)$/.test(type)) this.#keep(this.#prices, object as PriceEvent);
    if (/^coupon\.(created|updated)$/.test(type)) this.#keep(this.#coupons, object as CouponEvent);
    if (/^customer\.subscription\.(created|updated|deleted)$/.test(type)) {
      this.#keep(this.subscriptions, object as SubscriptionEvent);
    }
    if (type === 'charge.succeeded') {
      const { payment_intent: intent, amount } = object as { payment_intent: string; amount: number };
      this.#charged.set(intent, amount);
    }
    if (/^refund\.(created|updated|failed)$/.test(type)) {
      const refund = object as { id: string; payment_intent: string; amount: number; status: string };
      this.#refunds.set(refund.id, { intent: refund.payment_intent, amount: refund.amount, status: refund.status });
    }
    if (type === 'invoice_payment.paid') {
      const { invoice, payment } = object as { invoice: string; payment: { payment_intent: string } };
      this.#intents.set(payment.payment_intent, invoice);
    }
    if (type === 'checkout.session.completed') {
      const session = object as { id: string; amount_total: number; subscription: string };
      this.sessions.set(session.id, { amount: session.amount_total, subscription: session.subscription });
    }
    if (type.startsWith('invoice.')) this.#postInvoice(type, object as InvoiceEvent);
  }

  #postInvoice(type: string, invoice: InvoiceEvent): void {
    if (type === 'invoice.created') {
      this.#checkLines(invoice);
      if (invoice.billing_reason !== 'subscription_update') this.#debit(invoice);
    }
    if (type === 'invoice.finalized') this.#finalize(invoice);
    const known = this.invoices.get(invoice.id);
    if (!known) return;
    if (type === 'invoice.paid') {
      known.status = 'paid';
      known.paid = known.charged;
      this.#expect(`${invoice.id} paid`, invoice.amount_paid, known.paid);
      if (invoice.billing_reason === 'subscription_update') this.#debit(this.#finalized.get(invoice.id) ?? invoice);
    }
    if (type === 'invoice.voided') known.status = 'void';
    if (type === 'invoice.marked_uncollectible') known.status = 'uncollectible';
  }

  /** Takes the balance of the customer into account, and rounds as the currency wants it. */
  #finalize(invoice: InvoiceEvent): void {
    const { id, customer, currency, lines } = invoice;
    const total = lines.data.reduce((sum, line) => sum + line.amount - sumDiscounts(line), 0);
    const owed = total + this.getBalance(customer);
    const charged = settle(Math.max(0, owed), currency);
    this.#balances.set(customer, owed - charged);
    this.#expect(`${id} total`, invoice.total, total);
    this.#expect(`${id} due`, invoice.amount_due, charged);
    this.#finalized.set(id, invoice);
    this.invoices.set(id, {
      id,
      number: invoice.number,
      subscription: invoice.parent.subscription_details.subscription,
      currency,
      total,
      charged,
      paid: 0,
      refunded: 0,
      status: 'open',
    });
  }

  /** Computes each line again: a period by its price, a proration by what was debited or by its part of the period. */
  #checkLines({ id, lines, parent }: InvoiceEvent): void {
    const subscription = this.subscriptions.get(parent.subscription_details.subscription);
    const periods = lines.data.filter((line) => !isProration(line));
    for (const line of periods) {
      const isTrial = line.amount === 0 && (subscription === undefined || subscription.trial_end === line.period.end);
      const full = this.#requirePrice(line.pricing.price_details.price).unit_amount * line.quantity;
      this.#expect(`${id} period`, line.amount, isTrial ? 0 : full);
      const discounts = line.discount_amounts.map(({ discount }) => discount);
      if (!isTrial) this.#expect(`${id} discount`, sumDiscounts(line), this.#reduce(discounts, full));
      this.#expect(`${id} interval`, this.#isWholeInterval(line) || isTrial, true);
    }
    const credits = lines.data.filter((line) => isProration(line) && line.amount <= 0);
    for (const line of credits) {
      const debits = (this.#debits.get(line.parent.subscription_item_details.subscription_item) ?? []).filter(
        ({ period }) => period.end > line.period.start,
      );
      const expected = debits.map(({ amount, period }) => -divide(amount, line.period.start, period));
      this.#expect(
        `${id} credit ${line.amount} of ${expected.join()}`,
        expected.some((each) => each === line.amount),
        true,
      );
    }
    for (const line of lines.data.filter((each) => isProration(each) && each.amount > 0)) {
      const item = subscription?.items.data[0];
      if (!item || !subscription) continue;
      const full = this.#requirePrice(line.pricing.price_details.price).unit_amount * line.quantity;
      const period = { start: item.current_period_start, end: item.current_period_end };
      const percents = subscription.discounts.filter(
        (each) => this.#findCoupon(each)?.percent_off != null && !this.#isOver(each, line.period.start),
      );
      const expected = divide(full - this.#reduce(percents, full), line.period.start, period);
      this.#expect(`${id} charge`, line.amount, expected);
    }
  }

  /** Notes what was debited for each item, in place of what was before. */
  #debit({ lines }: InvoiceEvent): void {
    for (const line of lines.data) {
      if (line.amount < 0 || (isProration(line) && line.amount === 0)) continue;
      const { subscription_item: item } = line.parent.subscription_item_details;
      this.#debits.set(item, [{ amount: line.amount - sumDiscounts(line), period: line.period }]);
    }
  }

  #isWholeInterval({ pricing, period }: Line): boolean {
    const { interval } = this.#requirePrice(pricing.price_details.price).recurring;
    const days = (period.end - period.start) / 86_400;
    return interval === 'year' ? days === 365 || days === 366 : days >= 28 && days <= 31;
  }

  /** Percents of what is left, in their order, to the nearest minor unit; fixed amounts at most what is left. */
  #reduce(discounts: readonly string[], amount: number): number {
    let left = amount;
    for (const each of discounts) {
      const coupon = this.#findCoupon(each);
      const percent = coupon?.percent_off ?? null;
      left -= percent === null ? Math.min(left, coupon?.amount_off ?? 0) : Math.round((left * percent) / 100);
    }
    return amount - left;
  }

  #findCoupon = (discount: string): CouponEvent | undefined =>
    this.#coupons.get(this.#discounts.get(discount)?.coupon ?? '');

  /** A coupon for some months ends as many calendar months after it began, to the second. */
  #isOver(discount: string, at: number): boolean {
    const months = this.#findCoupon(discount)?.duration_in_months ?? null;
    return months !== null && at >= addMonths(this.#discounts.get(discount)?.start ?? 0, months);
  }

  #requirePrice(id: string): PriceEvent {
    const price = this.#prices.get(id);
    if (!price) throw new Error(`no event announced the price ${id}`);
    return price;
  }

  #keep<Kept extends { id: string }>(all: Map<string, Kept>, object: Kept): void {
    all.set(object.id, object);
  }

  #expect(what: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.faults.push(`${what}: ${String(actual)} instead of ${String(expected)}`);
  }
}

const isProration = ({ parent }: Line): boolean => parent.subscription_item_details.proration;

const sumDiscounts = ({ discount_amounts: discounts }: Line): number =>
  discounts.reduce((sum, { amount }) => sum + amount, 0);

/** In UTC; the last day of a shorter month in place of one that it doesn’t have. */
function addMonths(from: number, months: number): number {
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.getTime() / 1000;
}

/** The part of an amount from an instant to the end of its period; halves go away from zero. */
function divide(amount: number, from: number, { start, end }: Period): number {
  const [left, whole] = [BigInt(end - Math.max(from, start)), BigInt(end - start)];
  const rounded = Number((2n * BigInt(Math.abs(amount)) * left + whole) / (2n * whole));
  return amount < 0 ? -rounded : rounded;
}
