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
