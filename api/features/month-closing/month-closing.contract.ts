import { z } from 'zod';
import { bookKinds } from '#api/domain/month-books.ts';
import { tokenField } from '#api/http/fields.ts';
import { singleLineField } from '#api/http/text-fields.ts';

const minorUnits = z.number().int();

export const monthParams = z.object({
  month: tokenField('A month is written as 2026-10.', { max: 7, pattern: /^20\d\d-(0[1-9]|1[0-2])$/ }),
});

/** `repair`: what differs is first read again from Stripe. */
export const checkMonthRequest = z.strictObject({
  repair: z.boolean({ error: '‘repair’ must be true or false.' }).default(false),
});

export const reopenMonthRequest = z.strictObject({
  reason: singleLineField({ one: 'a reason', the: 'the reason' }, { min: 3, max: 300 }),
});

const sum = { net: minorUnits, tax: minorUnits, gross: minorUnits };

const currencySum = z.object({
  currency: z.string(),
  /** What was invoiced, less what was voided and refunded. */
  ...sum,
  /** By kind of row; of fees what was taken. */
  kinds: z.array(z.object({ kind: z.enum(bookKinds), count: z.number().int(), gross: minorUnits })),
  fees: minorUnits,
});

const rateSum = z.object({
  currency: z.string(),
  /** Two letters; '' where it isn't known. */
  country: z.string(),
  /** What the tax is called; '' for sales without tax. */
  name: z.string(),
  rate: z.number().nullable(),
  ...sum,
});

/** What a closed month keeps, and an open one shows so far. Amounts of two currencies are never added. */
export const monthFigures = z.object({
  currencies: z.array(currencySum),
  rates: z.array(rateSum),
  /** What was taxed in other countries of the European Union. */
  oss: z.array(rateSum),
  subscriptions: z.object({
    at_start: z.number().int(),
    started: z.number().int(),
    ended: z.number().int(),
    at_end: z.number().int(),
    /** Of those at the start, how many ended: hundredths of a percent; null where there were none. */
    churn: z.number().int().nullable(),
    /** What people answered when asked why they left. */
    reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  }),
});

const differenceSchema = z.object({ invoice_id: z.string(), text: z.string() });

const checkSchema = z.object({
  started_at: z.string(),
  /** Null while it runs. */
  finished_at: z.string().nullable(),
  compared: z.number().int(),
  differences: z.array(differenceSchema),
  error: z.string().nullable(),
  /** False once something changed after it. */
  is_current: z.boolean(),
});

const closedSchema = z.object({ at: z.string(), by_name: z.string(), time_zone: z.string(), digest: z.string() });

const reopenedSchema = z.object({
  closed_at: z.string(),
  closed_by_name: z.string(),
  reopened_at: z.string(),
  reason: z.string(),
});

export const monthsResponse = z.object({
  time_zone: z.string(),
  /** The newest first. */
  months: z.array(
    z.object({
      /** '2026-10'. */
      month: z.string(),
      is_over: z.boolean(),
      closed_at: z.string().nullable(),
      closed_by_name: z.string().nullable(),
    }),
  ),
});

export const monthResponse = z.object({
  month: z.string(),
  time_zone: z.string(),
  is_over: z.boolean(),
  rows: z.number().int(),
  figures: monthFigures,
  /** What somebody should look at, as sentences. */
  warnings: z.array(z.string()),
  check: checkSchema.nullable(),
  closed: closedSchema.nullable(),
  /** Of a closed month: what would be otherwise if it were closed now, as sentences. */
  changes: z.array(z.string()),
  /** Earlier closings that were taken back, the newest first. */
  reopened: z.array(reopenedSchema),
});

export type MonthFigures = z.infer<typeof monthFigures>;
export type MonthJson = z.infer<typeof monthResponse>;
export type MonthsJson = z.infer<typeof monthsResponse>;
