import { z } from 'zod';
import { lineOfText, multilineText } from '#api/http/text-fields.ts';
import { orderedIds } from '../ordering/ordering.contract.ts';

export const productInput = z.strictObject({
  name: lineOfText('The name', { min: 1, max: 80 }),
  description: multilineText('The description', { max: 500 }).nullish(),
});

/** All products, each once, in the order that they are to stand in. */
export const productOrder = z.strictObject({ ids: orderedIds('products') });

export const product = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  position: z.number().int(),
  section_count: z.number().int(),
  /** Of those that the caller may see. */
  document_count: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const productsAnswer = z.array(product);

export type ProductInput = z.input<typeof productInput>;
export type ProductJson = z.infer<typeof product>;
