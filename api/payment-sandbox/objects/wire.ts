import type Stripe from 'stripe';

/**
 * An object of the SDK as it travels: decimals are strings, and what a request can expand is an id. Lists and nested objects are
 * objects here too.
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? WireField<Item>[]
      : { [Key in keyof T]: WireField<T[Key]> };

/** A field that may hold an id or an object holds an id. */
type WireField<T> = [Extract<T, string>] extends [never] ? Wire<T> : Exclude<T, object>;

/**
 * The part of an object of the SDK that somebody reads: fields with a default, and those that its builder must be given. What Stripe
 * sends beyond that is left out.
 */
export type Kept<T, Defaults, Given extends keyof T> = Wire<Pick<T, Extract<keyof Defaults, keyof T> | Given>>;

/** What a builder takes: the fields without a default, and any other. */
export type New<T, Given extends keyof T> = Pick<T, Given> & Partial<T>;

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/** A complete list inside an object. */
export const embedList = <T>(data: readonly T[], url: string): List<T> => ({
  object: 'list',
  data: [...data],
  has_more: false,
  url,
});
