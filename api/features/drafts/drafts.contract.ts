import { z } from 'zod';
import { blogStatuses, documentStatuses, revisionReasons } from '#api/domain/enums.ts';
import { lineOfText, multilineText } from '#api/http/text-fields.ts';
import { person } from '#db/queries/user-refs.ts';
import { CONTENT_INPUT_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '../blogs/blogs.contract.ts';

// A draft takes what is typed, as it is: an empty title or an address that is not one yet is told when it is published.
const id = z.number().int().positive();
const moment = z.iso.datetime({ offset: true, error: 'The date must be a date and time.' });

/** A post while it is being written. `slug` and `description` null are derived at publication. */
export const blogDraftFields = z.strictObject({
  title: lineOfText('The title', { max: TITLE_MAX_LENGTH }),
  slug: lineOfText('The address', { max: 200 }).nullable(),
  description: lineOfText('The description', { max: DESCRIPTION_MAX_LENGTH }).nullable(),
  category_ids: z.array(id).max(20, 'A post may be in at most 20 categories.'),
  status: z.enum(blogStatuses),
  published_at: moment.nullable(),
  author_name: lineOfText('The author', { max: 100 }),
  cover_id: id.nullable(),
});

/** A document while it is being written. */
export const documentDraftFields = z.strictObject({
  title: lineOfText('The title', { max: TITLE_MAX_LENGTH }),
  section_id: id.nullable(),
  status: z.enum(documentStatuses),
});

export type BlogDraftFields = z.infer<typeof blogDraftFields>;
export type DocumentDraftFields = z.infer<typeof documentDraftFields>;

const content = multilineText('The content', { max: CONTENT_INPUT_MAX_LENGTH });
/** Names the tab that saves; made anew with every opened editor. */
const session = z.string().regex(/^[\w-]{8,64}$/, 'The session must be 8 to 64 letters, digits or hyphens.');
const count = z.number().int().min(0);

export const newDraftInput = <Fields extends z.ZodType>(fields: Fields) => z.strictObject({ fields, content, session });

/** `version` is that of the draft which the change was made on, 0 for none; `base_revision` that of the published one. */
export const draftInput = <Fields extends z.ZodType>(fields: Fields) =>
  z.strictObject({ fields, content, session, version: count, base_revision: count });

export const versionInput = z.strictObject({ version: count });
export const restoreInput = z.strictObject({ version: count, session });

/** A draft as it is stored. `user` is who saved it last; null when that account is gone. */
export const draft = <Fields extends z.ZodType>(fields: Fields) =>
  z.object({
    fields,
    content: z.string(),
    version: z.number().int(),
    base_revision: z.number().int(),
    updated_at: z.string(),
    user: person,
  });

export const savedDraft = z.object({ version: z.number().int(), updated_at: z.string() });

export const revisionSummary = z.object({
  number: z.number().int(),
  reason: z.enum(revisionReasons),
  title: z.string(),
  words: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  user: person,
});

export const revisionsAnswer = z.object({ revisions: z.array(revisionSummary) });

export const revision = <Fields extends z.ZodType>(fields: Fields) =>
  revisionSummary.extend({ fields, content: z.string() });

export type DraftJson<Fields> = Omit<z.infer<ReturnType<typeof draft<z.ZodType>>>, 'fields'> & { fields: Fields };
export type SavedDraftJson = z.infer<typeof savedDraft>;
export type RevisionSummaryJson = z.infer<typeof revisionSummary>;
export type RevisionJson<Fields> = RevisionSummaryJson & { fields: Fields; content: string };
