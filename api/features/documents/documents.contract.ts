import { z } from 'zod';
import { documentStatuses } from '#api/domain/enums.ts';
import { lineOfText, multilineText } from '#api/http/text-fields.ts';
import { CONTENT_INPUT_MAX_LENGTH, TITLE_MAX_LENGTH } from '../blogs/blogs.contract.ts';
import { orderedIds } from '../ordering/ordering.contract.ts';
import { QUERY_MAX_LENGTH } from '../search/search.contract.ts';

const id = z.number().int().positive();

/** What creates or changes a document. A new one is published unless told otherwise; a change keeps the status. */
export const documentInput = z.strictObject({
  title: lineOfText('The title', { min: 1, max: TITLE_MAX_LENGTH }),
  content: multilineText('The content', { max: CONTENT_INPUT_MAX_LENGTH }),
  section_id: id.nullable(),
  status: z.enum(documentStatuses).optional(),
  revision: id.optional(),
});

/** All documents of a section, or all of none, each once, in the order that they are to stand in. */
export const documentOrder = z.strictObject({ section_id: id.nullable(), ids: orderedIds('documents') });

export const documentSummary = z.object({
  id: z.number().int(),
  title: z.string(),
  section_id: z.number().int().nullable(),
  section_name: z.string().nullable(),
  product_id: z.number().int().nullable(),
  product_name: z.string().nullable(),
  status: z.enum(documentStatuses),
  position: z.number().int(),
  revision: z.number().int(),
  /** Whether there are changes that are not published; never told to others than admins. */
  has_draft: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const documentSearchInput = z.strictObject({
  query: lineOfText('The search', { min: 1, max: QUERY_MAX_LENGTH }),
  productId: id.optional(),
});

/** A document that was found, with the passage that holds the words. */
export const foundDocument = documentSummary.extend({ snippet: z.string() });
export const foundDocuments = z.array(foundDocument);

export const document = documentSummary.extend({ content: z.string() });
export const documentsAnswer = z.array(documentSummary);

export type DocumentInput = z.input<typeof documentInput>;
export type DocumentSummaryJson = z.infer<typeof documentSummary>;
export type FoundDocumentJson = z.infer<typeof foundDocument>;
export type DocumentJson = z.infer<typeof document>;
