import { z } from 'zod';
import { firstRunFields } from '#api/domain/first-run.ts';
import { firstRunQuestions } from '#api/domain/first-run-questions.ts';
import { previewPageResponse } from '#api/features/pages/pages.contract.ts';
import { idField, OUTDATED_PAGE_MESSAGE, outdatedPageError } from '#api/http/fields.ts';
import { createFieldsSchema } from '#api/http/field-schemas.ts';

const answersSchema = createFieldsSchema(firstRunFields);
const answeredSchema = z.array(z.enum(firstRunQuestions), { error: OUTDATED_PAGE_MESSAGE });
const versionField = idField(OUTDATED_PAGE_MESSAGE);

/** `version` is the one that the answers were read with. */
export const saveFirstRunRequest = z.strictObject(
  {
    answers: answersSchema,
    answered: answeredSchema,
    is_postponed: z.boolean({ error: OUTDATED_PAGE_MESSAGE }),
    version: versionField,
  },
  { error: outdatedPageError },
);
export type SaveFirstRunRequest = z.output<typeof saveFirstRunRequest>;

export const previewFirstRunRequest = z.strictObject({ answers: answersSchema }, { error: outdatedPageError });
export const publishFirstRunRequest = z.strictObject({ version: versionField }, { error: outdatedPageError });

export const previewFirstRunResponse = previewPageResponse;

/** What a publish would bring. */
const summarySchema = z.object({
  page_count: z.number().int(),
  product_count: z.number().int(),
  legal_name: z.string(),
});

export const savedFirstRunResponse = z.object({ version: z.number().int(), summary: summarySchema });
export type SavedFirstRunJson = z.infer<typeof savedFirstRunResponse>;

const firstRunSchema = savedFirstRunResponse.extend({
  answers: answersSchema,
  /** Those of someone who skips every question. */
  defaults: answersSchema,
  answered: answeredSchema,
  is_postponed: z.boolean(),
  /** Whether the server has a mail server to send with. */
  is_mail_set: z.boolean(),
  site_host: z.string(),
});
export type FirstRunJson = z.infer<typeof firstRunSchema>;

/** Null once the site is set up. */
export const firstRunResponse = z.object({ first_run: firstRunSchema.nullable() });

export const publishedFirstRunResponse = z.object({ publish_id: z.number().int() });
