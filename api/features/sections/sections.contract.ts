import { z } from 'zod';
import { lineOfText } from '#api/http/text-fields.ts';
import { orderedIds } from '../ordering/ordering.contract.ts';

const id = z.number().int().positive();

export const sectionInput = z.strictObject({
  name: lineOfText('The name', { min: 1, max: 120 }),
  product_id: id.nullable().default(null),
});

/** All sections of a product, or all of none, each once, in the order that they are to stand in. */
export const sectionOrder = z.strictObject({ product_id: id.nullable(), ids: orderedIds('sections') });

export const section = z.object({
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

export const sectionsAnswer = z.array(section);

export type SectionInput = z.input<typeof sectionInput>;
export type SectionJson = z.infer<typeof section>;
