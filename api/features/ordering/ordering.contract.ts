import { z } from 'zod';

/** The ids of an order: at least one, none twice. */
export function orderedIdsField(pluralNoun: string) {
  return z
    .array(z.number().int().positive())
    .min(1, `The order must name the ${pluralNoun}.`)
    .max(10_000, `The order names too many ${pluralNoun}.`)
    .refine((ids) => new Set(ids).size === ids.length, `The order names one of the ${pluralNoun} twice.`);
}
