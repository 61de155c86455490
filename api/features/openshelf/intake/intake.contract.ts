import { z } from 'zod';
import { aiDecisions, publicationStatuses } from '#api/domain/publication-states.ts';
import { choiceField, tokenField } from '#api/http/fields.ts';
import { type FieldLabel, multilineField, singleLineField } from '#api/http/text-fields.ts';

const URL_MAX_LENGTH = 2_000;
const HTTPS_MESSAGE = 'Enter a web address that starts with https://.';
const URL_TOO_LONG = `Keep the web address to ${URL_MAX_LENGTH.toLocaleString('en-NZ')} characters or fewer.`;
// The URL parser removes some of these, so that `java\tscript:` would pass as something else.
const FORBIDDEN_IN_URL = /[\p{Cc}\p{Cf}\s\\]/u;

/** An https address without a user name or password; NFC, as the URL parser writes it. */
const httpsUrl = z
  .string({ error: 'Enter a web address.' })
  .max(URL_MAX_LENGTH, URL_TOO_LONG)
  .transform((value) => value.normalize('NFC'))
  .refine((value) => /^https:\/\//i.test(value) && !FORBIDDEN_IN_URL.test(value), HTTPS_MESSAGE)
  .transform((value, context) => {
    const url = URL.parse(value);
    if (url && !url.username && !url.password) return url.href;
    const message = url ? 'Remove the user name and password from the web address.' : HTTPS_MESSAGE;
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  })
  .refine((value) => value.length <= URL_MAX_LENGTH, URL_TOO_LONG);

const title: FieldLabel = { one: 'a title', the: 'the title' };
const author: FieldLabel = { one: 'an author', the: 'the author' };
const bio: FieldLabel = { one: 'a biography', the: 'the biography' };
const contact: FieldLabel = { one: 'a contact', the: 'the contact' };
const description: FieldLabel = { one: 'a description', the: 'the description' };
const category: FieldLabel = { one: 'a category', the: 'the category', missing: 'Choose a category.' };
const comments: FieldLabel = { one: 'comments', the: 'the comments' };
const appeal: FieldLabel = { one: 'the text of the appeal', the: 'the text' };

/** A work as the publishing service sends it, always whole. Categories are named as `GET /categories` lists them. */
export const workRequest = z.strictObject({
  title: singleLineField(title, { min: 1, max: 200 }),
  author_name: singleLineField(author, { min: 1, max: 200 }),
  author_bio: multilineField(bio, { max: 2_000 }).nullish(),
  author_contact: multilineField(contact, { max: 500 }).nullish(),
  description: multilineField(description, { min: 1, max: 5_000 }),
  category: singleLineField(category, { min: 1, max: 200 }),
  subcategory: singleLineField(category, { max: 200 }).nullish(),
  html_url: httpsUrl.nullish(),
  pdf_url: httpsUrl.nullish(),
  md_url: httpsUrl.nullish(),
  epub_url: httpsUrl.nullish(),
});
export type WorkRequest = z.infer<typeof workRequest>;

const CONFIDENCE_MESSAGE = '‘confidence_score’ must be a number from 0 to 1.';
export const aiReviewRequest = z.strictObject({
  decision: choiceField('decision', aiDecisions),
  confidence_score: z.number({ error: CONFIDENCE_MESSAGE }).min(0, CONFIDENCE_MESSAGE).max(1, CONFIDENCE_MESSAGE),
  comments: multilineField(comments, { max: 5_000 }).nullish(),
});

export const appealRequest = z.strictObject({ text: multilineField(appeal, { min: 1, max: 5_000 }) });

const KEY_MESSAGE = 'Send an Idempotency-Key header of up to 255 letters, digits and signs.';
const idempotencyKey = tokenField(KEY_MESSAGE, { min: 1, max: 255 }).regex(/^[\x21-\x7e]+$/, KEY_MESSAGE);

/** A repeated request with the same key and content is carried out once, and gets the header `Idempotent-Replayed: true`. */
export const requiredKeyHeader = z.object({ 'idempotency-key': idempotencyKey });
export const optionalKeyHeader = z.object({ 'idempotency-key': idempotencyKey.optional() });

export const statusResponse = z.object({
  data: z.object({
    id: z.number().int(),
    slug: z.string(),
    title: z.string(),
    /** A decision that its reviewer can still undo isn’t shown yet: the status is ADMIN_REVIEWING. */
    status: z.enum(publicationStatuses),
    version_number: z.number().int(),
    /** The decision of a reviewer on this version. */
    decision: z
      .object({
        decision: z.enum(['approved', 'rejected']),
        changes_requested: z.boolean(),
        comments: z.string().nullable(),
        /** Labels of the chosen reasons. */
        reasons: z.array(z.string()),
        at: z.string(),
      })
      .nullable(),
    /** The version on the public shelf, and its address there; null when it isn’t there. */
    shelf_version: z.number().int().nullable(),
    shelf_url: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
});

export const categoriesResponse = z.object({
  categories: z.array(z.object({ id: z.number().int(), name: z.string(), parent_id: z.number().int().nullable() })),
});
