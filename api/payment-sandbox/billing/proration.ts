import type { Period } from './periods.ts';

/** The part of `amount` for the time from `at` to the end of the period, in cents; exact halves go away from zero. */
export function prorate(amount: number, period: Period, at: number): number {
  const total = BigInt(period.end - period.start);
  const left = BigInt(period.end - Math.max(at, period.start));
  const size = BigInt(Math.abs(amount));
  const rounded = Number((2n * size * left + total) / (2n * total));
  return amount < 0 && rounded > 0 ? -rounded : rounded;
}

/** An amount that was charged for a subscription item and a period. Later changes credit its unused part. */
export type Debit = {
  amount: number;
  period: Period;
  /** The invoice line that charged it, or the invoice item while that is pending. */
  invoice: string | null;
  line: string | null;
  invoiceItem: string | null;
};

export type Credit = { amount: number; debit: Debit };

/** Flexible billing: every debit whose period is not over gives a credit for its unused part. */
export function creditUnused(debits: readonly Debit[], at: number): Credit[] {
  return debits
    .filter((debit) => debit.period.end > at)
    .map((debit) => {
      const unused = prorate(debit.amount, debit.period, at);
      return { amount: unused === 0 ? 0 : -unused, debit };
    });
}
