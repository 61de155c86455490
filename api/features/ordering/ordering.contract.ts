import { z } from 'zod';

/** The ids of an order: at least one, none twice. */
export function orderedIds(what: string) {
  return z
    .array(z.number().int().positive())
    .min(1, `The order must name the ${what}.`)
    .max(10_000, `The order names too many ${what}.`)
    .refine((ids) => new Set(ids).size === ids.length, `The order names one of the ${what} twice.`);
}
