import { z } from 'zod';
import { precedentDecisions } from '#api/domain/publication-states.ts';
import { removedLinkReasons } from '#api/domain/removed-links.ts';
import { positiveIntegerField } from '#api/http/pagination.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

export const versionQuery = z.object({ version: positiveIntegerField('version').optional() });

/**
 * The text of a version, for reading in place. `html` is sanitised; null with an `error` that says why. Its `img` elements hold no
 * address: each is the place of one of `images`, by its number from 1 (`data-image`), which another call loads.
 */
export const publicationTextResponse = z.object({
  data: z.object({
    version_number: z.number().int(),
    html: z.string().nullable(),
    word_count: z.number().int(),
    /** Chapters: the headings of the text, with the ids of their elements. */
    chapters: z.array(z.object({ id: z.string(), title: z.string(), level: z.number().int() })),
    /** The first of the images; `url` is null where there is no https: address. */
    images: z.array(z.object({ url: z.string().nullable(), alt: z.string() })),
    /** Links that are only words now, and why; the first of `count`. Those within the text are not among them. */
    removed_links: z.object({
      count: z.number().int(),
      links: z.array(z.object({ address: z.string(), text: z.string(), reason: z.enum(removedLinkReasons) })),
    }),
    source_url: z.string().nullable(),
    fetched_at: z.string().nullable(),
    error: z.string().nullable(),
  }),
});
export type PublicationTextJson = z.infer<typeof publicationTextResponse>['data'];

export const compareVersionsQuery = z.object({
  from: positiveIntegerField('from'),
  to: positiveIntegerField('to'),
  /** The publication that `from` is a version of; without it the same one. */
  with: positiveIntegerField('with').optional(),
});

const diffPartSchema = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });

/** The differences between two versions: fields, and paragraphs of the text with their words. */
export const versionDiffResponse = z.object({
  data: z.object({
    from: z.number().int(),
    to: z.number().int(),
    fields: z.array(
      z.object({
        field: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        parts: z.array(diffPartSchema),
      }),
    ),
    /** Changed paragraphs with one unchanged neighbour on each side; null where a text could not be fetched. */
    paragraphs: z
      .array(z.object({ kind: z.enum(['same', 'added', 'removed', 'changed', 'gap']), parts: z.array(diffPartSchema) }))
      .nullable(),
    change_count: z.number().int(),
    /** Why the texts can’t be compared. */
    error: z.string().nullable(),
  }),
});
export type VersionDiffJson = z.infer<typeof versionDiffResponse>['data'];

const sharedTextFields = {
  /** How much of this work’s text the other holds, 0 to 100; null where one of the two can’t be read, or has changed since. */
  same_text_percent: z.number().int().nullable(),
  /** What that is said of: `equal`: all words of both are the same; `whole`: of all of this text; `beginning`: of its first part, because it is long. */
  same_text_basis: z.enum(['equal', 'whole', 'beginning']).nullable(),
};

const precedentFields = {
  id: z.number().int(),
  title: z.string(),
  author_name: z.string(),
  version_number: z.number().int(),
  ...sharedTextFields,
};
const precedentSchema = z.object({
  ...precedentFields,
  decision: z.enum(precedentDecisions),
  comments: z.string().nullable(),
  /** Who decided; null when the account is deleted. */
  user: userRefSchema,
  at: z.string(),
});
export type PrecedentJson = z.infer<typeof precedentSchema>;
export type SharedTextJson = Pick<PrecedentJson, keyof typeof sharedTextFields>;
const waitingCopySchema = z.object({ ...precedentFields, queued_at: z.string().nullable() });
export type WaitingCopyJson = z.infer<typeof waitingCopySchema>;

/** What was decided on similar texts and on works of the same author, and similar texts that wait in the queue. */
export const precedentsResponse = z.object({
  data: z.object({
    similar: z.array(precedentSchema),
    by_author: z.array(precedentSchema),
    waiting: z.array(waitingCopySchema),
  }),
});
export type PrecedentsJson = z.infer<typeof precedentsResponse>['data'];
