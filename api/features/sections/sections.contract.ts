import { z } from 'zod';
import { idField } from '#api/http/fields.ts';
import { singleLineField } from '#api/http/text-fields.ts';
import { orderedIdsField } from '#api/features/ordering/ordering.contract.ts';

const productIdField = idField('Choose a product.');

export const sectionRequest = z.strictObject({
  name: singleLineField({ one: 'a name', the: 'the name' }, { min: 1, max: 120 }),
  product_id: productIdField.nullable().default(null),
});

/** All sections of a product, or all without a product, each once, in their new order. */
export const reorderSectionsRequest = z.strictObject({
  product_id: productIdField.nullable(),
  ids: orderedIdsField('sections'),
});

export const sectionResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  product_id: z.number().int().nullable(),
  product_name: z.string().nullable(),
  position: z.number().int(),
  /** Of those that the caller may see. */
  document_count: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const sectionsResponse = z.array(sectionResponse);

export type SectionRequest = z.output<typeof sectionRequest>;
export type SectionJson = z.infer<typeof sectionResponse>;
