import { z } from 'zod';
import { idField } from '#api/http/fields.ts';

/** The ids of an order: at least one, none twice. */
export function orderedIdsField(pluralNoun: string) {
  const missing = `List all the ${pluralNoun} in their new order.`;
  return z
    .array(idField(missing), { error: missing })
    .min(1, missing)
    .max(10_000, `You can reorder up to 10,000 ${pluralNoun} at a time.`)
    .refine((ids) => new Set(ids).size === ids.length, `List each of the ${pluralNoun} only once.`);
}
