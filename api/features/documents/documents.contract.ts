import { z } from 'zod';
import { documentStatuses } from '#api/domain/enums.ts';
import { idField, OUTDATED_PAGE_MESSAGE, outdatedPageError } from '#api/http/fields.ts';
import { createSlugField, draftSlugField } from '#api/http/slug-fields.ts';
import { contentField, searchLabel, singleLineField } from '#api/http/text-fields.ts';
import { SEARCH_QUERY_MAX_LENGTH, TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { orderedIdsField } from '#api/features/ordering/ordering.contract.ts';

const sectionIdField = idField('Choose a section.');
const statusField = z.enum(documentStatuses, { error: 'Choose Draft or Published.' });
const titleLabel = { one: 'a title', the: 'the title' };

/**
 * Creates or changes a document. Only the title is required: a new one is then empty, in no section, published and gets
 * a slug from its title; an existing one keeps what it has.
 */
export const documentRequest = z.strictObject({
  title: singleLineField(titleLabel, { min: 1, max: TITLE_MAX_LENGTH }),
  content: contentField.optional(),
  section_id: sectionIdField.nullable().optional(),
  status: statusField.optional(),
  slug: createSlugField('document').optional(),
  revision: idField(OUTDATED_PAGE_MESSAGE).optional(),
});

/** Fields of a document's draft; an empty title or an invalid slug is reported when it is published. */
export const documentDraftFieldsSchema = z.strictObject(
  {
    title: singleLineField(titleLabel, { max: TITLE_MAX_LENGTH }),
    section_id: sectionIdField.nullable(),
    status: statusField,
    // Editors and local drafts of an earlier build send none.
    slug: draftSlugField.optional(),
  },
  { error: outdatedPageError },
);
export type DocumentDraftFields = z.infer<typeof documentDraftFieldsSchema>;

/** All documents of a section, or all without a section, each once, in their new order. */
export const reorderDocumentsRequest = z.strictObject({
  section_id: sectionIdField.nullable(),
  ids: orderedIdsField('documents'),
});

export const documentSummarySchema = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  section_id: z.number().int().nullable(),
  section_name: z.string().nullable(),
  product_id: z.number().int().nullable(),
  product_name: z.string().nullable(),
  status: z.enum(documentStatuses),
  position: z.number().int(),
  revision: z.number().int(),
  /** Whether there is a draft; only admins get this field. */
  has_draft: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const searchDocumentsRequest = z.strictObject({
  query: singleLineField(searchLabel, { min: 1, max: SEARCH_QUERY_MAX_LENGTH }),
  productId: idField('‘productId’ must be a positive whole number.').optional(),
});

/** A search result: a document with the matching passage. */
export const documentSearchResultSchema = documentSummarySchema.extend({ snippet: z.string() });
export const searchDocumentsResponse = z.array(documentSearchResultSchema);

export const documentResponse = documentSummarySchema.extend({ content: z.string() });
/** `html`: the content as pages show it, with colours in its code and its blocks as cards. */
export const documentPageResponse = documentSummarySchema.extend({ html: z.string() });
export const previewDocumentRequest = z.strictObject({ content: contentField });
export const previewDocumentResponse = z.object({ html: z.string() });
export const documentsResponse = z.array(documentSummarySchema);

export type DocumentRequest = z.output<typeof documentRequest>;
export type DocumentSummaryJson = z.infer<typeof documentSummarySchema>;
export type DocumentSearchResultJson = z.infer<typeof documentSearchResultSchema>;
export type DocumentJson = z.infer<typeof documentResponse>;
export type DocumentPageJson = z.infer<typeof documentPageResponse>;
