import { z } from 'zod';
import { documentReaders } from '#api/domain/enums.ts';
import { singleLineField, multilineField } from '#api/http/text-fields.ts';
import { orderedIdsField } from '#api/features/ordering/ordering.contract.ts';

export const productRequest = z.strictObject({
  name: singleLineField({ one: 'a name', the: 'the name' }, { min: 1, max: 80 }),
  description: multilineField({ one: 'a description', the: 'the description' }, { max: 500 }).nullish(),
  /** Missing: as it is, and signed-in users for a new one. */
  document_readers: z.enum(documentReaders, { error: 'Choose Signed-in users or Everyone.' }).optional(),
});

/** All products, each once, in their new order. */
export const reorderProductsRequest = z.strictObject({ ids: orderedIdsField('products') });

export const productResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  document_readers: z.enum(documentReaders),
  position: z.number().int(),
  section_count: z.number().int(),
  /** Of those that the caller may see. */
  document_count: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const productsResponse = z.array(productResponse);

export type ProductRequest = z.output<typeof productRequest>;
export type ProductJson = z.infer<typeof productResponse>;
