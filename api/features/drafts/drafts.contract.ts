import { z } from 'zod';
import { revisionReasons } from '#api/domain/enums.ts';
import { OUTDATED_PAGE_MESSAGE } from '#api/http/fields.ts';
import { positiveIntegerField } from '#api/http/pagination.ts';
import { contentField } from '#api/http/text-fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

/** Random id of the editor tab; a new one for each opened editor. Editors of an earlier build do not send it. */
const clientIdField = z.string({ error: OUTDATED_PAGE_MESSAGE }).regex(/^[\w-]{8,64}$/);
const versionField = z.number({ error: OUTDATED_PAGE_MESSAGE }).int().min(0);

export type CreateDraftRequest<Fields> = { fields: Fields; content: string; client_id: string };
export type SaveDraftRequest<Fields> = CreateDraftRequest<Fields> & { version: number; base_revision: number };

/** The contract of the fields of one kind; what is sent and what is stored have the same type. */
export type FieldsSchema<Fields> = z.ZodType<Fields, Fields>;

export const createDraftRequest = <Fields>(
  fields: FieldsSchema<Fields>,
): z.ZodType<CreateDraftRequest<Fields>, CreateDraftRequest<Fields>> =>
  z.strictObject({ fields, content: contentField, client_id: clientIdField });

/** `version` is that of the draft which the change was made on, 0 for none; `base_revision` that of the published one. */
export const saveDraftRequest = <Fields>(
  fields: FieldsSchema<Fields>,
): z.ZodType<SaveDraftRequest<Fields>, SaveDraftRequest<Fields>> =>
  z.strictObject({
    fields,
    content: contentField,
    client_id: clientIdField,
    version: versionField,
    base_revision: versionField,
  });

/** An open editor reports itself; `is_closing` when its page is left. */
export const reportEditorRequest = z.strictObject({ client_id: clientIdField, is_closing: z.boolean().optional() });

/** The other editors that are open on the same post or document. */
export const openEditorsResponse = z.object({ editors: z.array(z.object({ user: userRefSchema })) });
export type OpenEditorsJson = z.infer<typeof openEditorsResponse>;

export type PublishDraftRequest<Fields> = { version: number; fields?: Fields };

/** Publishes the content of the draft; with `fields` instead of those of the draft, such as another status. */
export const publishDraftRequest = <Fields>(
  fields: FieldsSchema<Fields>,
): z.ZodType<PublishDraftRequest<Fields>, PublishDraftRequest<Fields>> =>
  z.strictObject({ version: versionField, fields: fields.exactOptional() });

export const draftVersionRequest = z.strictObject({ version: versionField });
export const restoreRevisionRequest = z.strictObject({ version: versionField, client_id: clientIdField });

/** A stored draft. `user` saved it last; null when the account is deleted. */
export const draftResponse = <Fields extends z.ZodType>(fields: Fields) =>
  z.object({
    fields,
    content: z.string(),
    version: z.number().int(),
    base_revision: z.number().int(),
    updated_at: z.string(),
    user: userRefSchema,
  });

/** The answer to the first save of something new. */
export const createDraftResponse = <Fields extends z.ZodType>(fields: Fields) =>
  z.object({ id: z.number().int(), draft: draftResponse(fields) });

/**
 * What an editor opens: the post or document under the name of its kind, the same as a draft of version 0 to start from
 * (fields that the server derives are null), and the draft, if there is one.
 */
export const openDraftResponse = <Fields extends z.ZodType>(fields: Fields, liveShape: z.ZodRawShape) =>
  z.object({ ...liveShape, live_draft: draftResponse(fields), draft: draftResponse(fields).nullable() });

/** `publish_id` is null when nothing has to be rendered. `undo` is that of parts of the site, which are undone in one act. */
export const publishDraftResponse = (liveShape: z.ZodRawShape) =>
  z.object({ ...liveShape, publish_id: z.number().int().nullable(), undo: undoSchema.optional() });

export const saveDraftResponse = z.object({ version: z.number().int(), updated_at: z.string() });

export const revisionSummarySchema = z.object({
  number: z.number().int(),
  reason: z.enum(revisionReasons),
  title: z.string(),
  word_count: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  user: userRefSchema,
});

export const revisionsResponse = z.object({ revisions: z.array(revisionSummarySchema) });

/** The revision in which a block first stood as it does, or the first without it. */
export const blockOriginSchema = revisionSummarySchema.pick({
  number: true,
  reason: true,
  created_at: true,
  updated_at: true,
  user: true,
});

/** Up to which revision those who removed blocks are asked for. */
export const revisionQuery = z.object({ until: positiveIntegerField('until').optional() });

/**
 * `blocks`: where each top-level element of the content comes from, in order; null when that is too many revisions ago. `removals`: what
 * took each out up to `until`; null where it is still there or that isn't known, and empty where nobody asked.
 */
export const revisionResponse = <Fields extends z.ZodType>(fields: Fields) =>
  revisionSummarySchema.extend({
    fields,
    content: z.string(),
    blocks: z.array(blockOriginSchema.nullable()),
    removals: z.array(blockOriginSchema.nullable()),
  });

export type DraftJson<Fields> = Omit<z.infer<ReturnType<typeof draftResponse<z.ZodType>>>, 'fields'> & {
  fields: Fields;
};
export type CreatedDraftJson<Fields> = { id: number; draft: DraftJson<Fields> };
export type SavedDraftJson = z.infer<typeof saveDraftResponse>;
export type RevisionSummaryJson = z.infer<typeof revisionSummarySchema>;
export type BlockOriginJson = z.infer<typeof blockOriginSchema>;
export type RevisionJson<Fields> = RevisionSummaryJson & {
  fields: Fields;
  content: string;
  blocks: (BlockOriginJson | null)[];
  removals: (BlockOriginJson | null)[];
};

export const checkContentRequest = z.strictObject({
  title: z.string({ error: 'Enter a title.' }).max(1_000, 'Keep the title to 1,000 characters or fewer.'),
  description: z
    .string({ error: 'Enter a description.' })
    .max(2_000, 'Keep the description to 2,000 characters or fewer.')
    .nullable(),
  content: contentField,
});
export type CheckContentRequest = z.output<typeof checkContentRequest>;

/** Warnings before publishing. `index` counts such elements of the content in their order, from 0. */
export const checkWarningSchema = z.object({
  kind: z.enum(['alt', 'headings', 'link', 'description', 'image']),
  message: z.string(),
  target: z.object({ tag: z.enum(['img', 'a', 'heading']), index: z.number().int() }).nullable(),
  /** The level with which the heading is right. */
  fixed_level: z.number().int().optional(),
});
export type CheckWarningJson = z.infer<typeof checkWarningSchema>;
export const checkContentResponse = z.object({ warnings: z.array(checkWarningSchema) });
