import { z } from 'zod';
import { type FirstRunAnswers, firstRunFields, firstRunQuestionFields } from '#api/domain/first-run.ts';
import { firstRunQuestions } from '#api/domain/first-run-questions.ts';
import { previewPageResponse } from '#api/features/pages/pages.contract.ts';
import { idField, OUTDATED_PAGE_MESSAGE, outdatedPageError } from '#api/http/fields.ts';
import { createFieldShape, createFieldsSchema } from '#api/http/field-schemas.ts';

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

export const testEmailRequest = z.strictObject(createFieldShape(firstRunQuestionFields.mail), {
  error: outdatedPageError,
}) as unknown as z.ZodType<TestEmailRequest, TestEmailRequest>;
export type TestEmailRequest = Pick<FirstRunAnswers, 'sender_name' | 'email'>;
/** `message` says what became of it: what the mail server answered. */
export const testEmailResponse = z.object({ is_sent: z.boolean(), message: z.string() });
export type TestEmailJson = z.infer<typeof testEmailResponse>;

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
  /** Host and port of the mail server, and the address that emails come from whatever is answered; null where none is set. */
  mail_server: z.string().nullable(),
  mail_sender: z.string().nullable(),
  site_host: z.string(),
});
export type FirstRunJson = z.infer<typeof firstRunSchema>;

/** Null once the site is set up. */
export const firstRunResponse = z.object({ first_run: firstRunSchema.nullable() });

export const publishedFirstRunResponse = z.object({ publish_id: z.number().int() });
