/** A coupon on a subscription. Exactly one of `percentOff` and `amountOff` is set; `amountOff` in minor units of the subscription's currency. */
export type Discount = {
  name: string;
  percentOff: number | null;
  amountOff: number | null;
  /** `once`: of the next payment only. */
  duration: 'once' | 'repeating' | 'forever';
  /** When it no longer applies (UTC ms); null: it stays. */
  endsAt: number | null;
};

/** What a subscription costs, whatever the catalogue says by now. Amounts in minor units of `currency`. */
export type SubscriptionPrice = {
  unitAmount: number;
  currency: string;
  quantity: number;
  interval: string;
  intervalCount: number;
  discounts: readonly Discount[];
};

/** What each payment is without discounts. */
export const computeFullAmount = ({
  unitAmount,
  quantity,
}: Pick<SubscriptionPrice, 'unitAmount' | 'quantity'>): number => unitAmount * quantity;

/** What the payment at an instant (UTC ms) is, after the discounts that apply then; in their order, as Stripe does. */
export const computePayment = (price: Pick<SubscriptionPrice, 'unitAmount' | 'quantity' | 'discounts'>, at: number) =>
  price.discounts
    .filter(({ endsAt }) => endsAt === null || endsAt > at)
    .reduce((amount, discount) => amount - computeReduction(discount, amount), computeFullAmount(price));

function computeReduction({ percentOff, amountOff }: Discount, amount: number): number {
  if (percentOff !== null) return Math.round((amount * percentOff) / 100);
  return Math.min(amount, amountOff ?? 0);
}

const MONTHS: Readonly<Record<string, number>> = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 };

/** What it brings each month: a yearly price by a twelfth, after the discounts that go on; rounded to a whole minor unit. */
export function computeMonthlyAmount(price: SubscriptionPrice, now: number): number {
  const lasting = price.discounts.filter(({ duration }) => duration !== 'once');
  const months = (MONTHS[price.interval] ?? 1) * price.intervalCount;
  return Math.round(computePayment({ ...price, discounts: lasting }, now) / months);
}

/** The columns of a subscription that hold its price; `discounts` is JSON. */
export type PriceColumns = {
  unitAmount: number | null;
  currency: string | null;
  quantity: number;
  interval: string | null;
  intervalCount: number;
  discounts: string | null;
};

export const parseDiscounts = (stored: string | null): Discount[] =>
  stored === null ? [] : (JSON.parse(stored) as Discount[]);

/** What a row costs; null for a price with tiers, and for a row whose price was not read yet. */
export function readPrice(row: PriceColumns): SubscriptionPrice | null {
  const { unitAmount, currency, quantity, interval, intervalCount } = row;
  if (unitAmount === null || currency === null || interval === null) return null;
  return { unitAmount, currency, quantity, interval, intervalCount, discounts: parseDiscounts(row.discounts) };
}
