import { z } from 'zod';
import { aiDecisions, publicationStatuses } from '#api/domain/publication-states.ts';
import { SERVICE_TAG } from '#api/features/openshelf/openshelf.contract.ts';
import { choiceField, tokenField } from '#api/http/fields.ts';
import { httpsUrl } from '#api/http/https-url.ts';
import { type FieldLabel, multilineField, publicTextField, singleLineField } from '#api/http/text-fields.ts';

export const publisherApiTag = {
  name: SERVICE_TAG,
  description: `How a publishing service brings works to the shelf: create a draft, submit it, report the AI’s review, wait for the webhook with a reviewer’s decision, and confirm what you have published.

- **Key**: every request but the list of categories needs \`Authorization: Bearer <service key>\`.
- **Idempotency**: send an \`Idempotency-Key\` of your own with each request that changes something; creating a publication needs one. A repeated request with the same key is carried out once, within 30 days, and its response has \`Idempotent-Replayed: true\` and the publication as it is now. The same key with another request gets 409; after an error the key is free again.
- **Repeating**: after a timeout, 429 or 5xx send the same request again, after \`Retry-After\` where there is one. A move that was made already, and is still the last one, gets 200 without a key, too. Don’t repeat other 4xx: \`message\` and \`issues\` say what to change.
- **Undo**: a reviewer can undo a decision for 10 seconds. Until then the status here is ADMIN_REVIEWING, and no webhook is sent.`,
};

const title: FieldLabel = { one: 'a title', the: 'the title' };
const author: FieldLabel = { one: 'an author', the: 'the author' };
const bio: FieldLabel = { one: 'a biography', the: 'the biography' };
const contact: FieldLabel = { one: 'a contact', the: 'the contact' };
const description: FieldLabel = { one: 'a description', the: 'the description' };
const category: FieldLabel = { one: 'a category', the: 'the category', missing: 'Choose a category.' };
const subcategory: FieldLabel = { one: 'a subcategory', the: 'the subcategory', missing: 'Choose a subcategory.' };
const comments: FieldLabel = { one: 'comments', the: 'the comments' };
const appeal: FieldLabel = { one: 'the text of the appeal', the: 'the text' };

const address = (what: string) => httpsUrl.nullish().describe(`The https address of the ${what}.`);

/** A work as the publishing service sends it, always whole. `example`: zod leaves `examples` out where a field is transformed. */
export const workRequest = z
  .strictObject({
    title: singleLineField(title, { min: 1, max: 200 }),
    author_name: singleLineField(author, { min: 1, max: 200 }),
    author_bio: publicTextField(bio, { max: 2_000 }).nullish(),
    author_contact: multilineField(contact, { max: 500 })
      .nullish()
      .describe('For reviewers only; never shown on the shelf.'),
    description: publicTextField(description, { min: 1, max: 5_000 }),
    category: singleLineField(category, { min: 1, max: 200 }).describe('The name of a top-level category.'),
    subcategory: singleLineField(subcategory, { max: 200 }).nullish().describe('The name of one of its subcategories.'),
    html_url: address('HTML, which reviewers read in place'),
    pdf_url: address('PDF'),
    md_url: address('Markdown, which reviewers read where there is no HTML'),
    epub_url: address('EPUB'),
  })
  .meta({
    example: {
      title: 'Rivers of Taranaki',
      author_name: 'Hana Reweti',
      author_bio: 'Hana has walked along every river in this book.',
      author_contact: 'hana@example.com',
      description: 'Forty rivers, from the mountain to the sea.',
      category: 'Non-Fiction',
      subcategory: 'Nature & Environment',
      html_url: 'https://texts.example.com/rivers-of-taranaki.html',
      epub_url: 'https://texts.example.com/rivers-of-taranaki.epub',
    },
  });
export type WorkRequest = z.infer<typeof workRequest>;

const CONFIDENCE_MESSAGE = '‘confidence_score’ must be a number from 0 to 1.';
export const aiReviewRequest = z
  .strictObject({
    decision: choiceField('decision', aiDecisions).describe(
      '`needs_review` leaves the decision to a reviewer. `approved` waits for a reviewer, too; `rejected` ends here, unless the author appeals or a reviewer takes it up.',
    ),
    confidence_score: z
      .number({ error: CONFIDENCE_MESSAGE })
      .min(0, CONFIDENCE_MESSAGE)
      .max(1, CONFIDENCE_MESSAGE)
      .describe('From 0 to 1.'),
    comments: multilineField(comments, { max: 5_000 })
      .nullish()
      .describe('For reviewers. Passages in curly double quotation marks are marked in the text.'),
  })
  .meta({
    example: {
      decision: 'needs_review',
      confidence_score: 0.62,
      comments: 'The doses have no source.',
    },
  });

export const appealRequest = z
  .strictObject({
    text: multilineField(appeal, { min: 1, max: 5_000 }).describe('The author’s answer to the rejection.'),
  })
  .meta({ example: { text: 'The sources are listed on the last page.' } });

const KEY_MESSAGE = 'Send an Idempotency-Key header of up to 255 letters, digits and signs.';
const idempotencyKey = tokenField(KEY_MESSAGE, { min: 1, max: 255 })
  .regex(/^[\x21-\x7e]+$/, KEY_MESSAGE)
  .describe('A value of your own, such as a UUID; the same when you repeat this request.');

export const requiredKeyHeader = z.object({ 'idempotency-key': idempotencyKey });
export const optionalKeyHeader = z.object({ 'idempotency-key': idempotencyKey.optional() });

export const statusResponse = z.object({
  data: z.object({
    id: z.number().int(),
    slug: z.string().describe('Its address on the shelf; it never changes.'),
    title: z.string(),
    status: z.enum(publicationStatuses).describe('ADMIN_REVIEWING, too, while the reviewer can still undo a decision.'),
    version_number: z.number().int().describe('The current version, from 1.'),
    decision: z
      .object({
        decision: z.enum(['approved', 'rejected']),
        changes_requested: z.boolean(),
        comments: z.string().nullable(),
        reasons: z.array(z.string()).describe('Labels of the reasons that the reviewer chose.'),
        at: z.string(),
      })
      .nullable()
      .describe('The decision of a reviewer on this version.'),
    final: z.boolean().describe('A rejection of this version, the one that stands or the next one, can’t be appealed.'),
    appeal_until: z
      .string()
      .nullable()
      .describe('Until when the author can appeal; null when there is no rejection, or no appeal is left.'),
    shelf_version: z
      .number()
      .int()
      .nullable()
      .describe('The version on the public shelf, which stays there while a later one is reviewed; null when none is.'),
    shelf_url: z.string().nullable().describe('Its page on the shelf, when it is there.'),
    created_at: z.string(),
    updated_at: z.string(),
  }),
});

export const categoriesResponse = z.object({
  categories: z.array(z.object({ id: z.number().int(), name: z.string(), parent_id: z.number().int().nullable() })),
});
