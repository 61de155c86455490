import { z } from 'zod';
import { aiDecisions, precedentDecisions, publicationStatuses } from '#api/domain/publication-states.ts';
import { tokenField } from '#api/http/fields.ts';

/** The name of a top-level category. */
export const categoryFilter = tokenField('Choose a category.', { max: 200 });

/** Groups of routes in the OpenAPI document. */
export const ADMIN_TAG = 'OpenShelf (admin)';
export const SERVICE_TAG = 'OpenShelf (publishing service)';

/** A publication as reviewers see it: its state, and the content of its current version. */
export const publicationResponse = z.object({
  id: z.number().int(),
  title: z.string(),
  author_name: z.string(),
  author_bio: z.string().nullable(),
  author_contact: z.string().nullable(),
  description: z.string(),
  category: z.string(),
  subcategory: z.string().nullable(),
  status: z.enum(publicationStatuses),
  /** A rejection that asks for changes. */
  changes_requested: z.boolean(),
  submitted_at: z.string().nullable(),
  version_number: z.number().int(),
  ai_decision: z.enum(aiDecisions).nullable(),
  ai_comments: z.string().nullable(),
  /** 0 to 1. */
  ai_confidence_score: z.number().nullable(),
  html_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
  md_url: z.string().nullable(),
  epub_url: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** When it came into the queue of reviews last. */
  queued_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** When it came on the public shelf first, and the version that is there; null for a work that is not there. */
  published_at: z.string().nullable(),
  shelf_version: z.number().int().nullable(),
  /** Its address on the shelf, when it is there. */
  shelf_url: z.string().nullable(),
  /** Whether it is back because its author appealed. */
  is_appeal: z.boolean(),
  /** In the queue: another work with the same words, and what was decided on it; its decision is null while it waits, too. */
  same_text_as: z
    .object({ id: z.number().int(), title: z.string(), decision: z.enum(precedentDecisions).nullable() })
    .nullish(),
  /** The reviewer who has it open now. */
  claim: z.object({ user_id: z.number().int(), name: z.string(), until: z.string() }).nullable(),
});
export type PublicationJson = z.infer<typeof publicationResponse>;
