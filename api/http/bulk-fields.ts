import { z } from 'zod';
import { idField, OUTDATED_PAGE_MESSAGE, outdatedPageError } from './fields.ts';
import { undoSchema } from './undo-fields.ts';

/** Ids, exclusive and inclusive: the part of the matches that is left. */
export const bulkRangeSchema = z.strictObject(
  {
    after_id: z.number({ error: OUTDATED_PAGE_MESSAGE }).int().nonnegative(),
    last_id: idField(OUTDATED_PAGE_MESSAGE),
  },
  { error: outdatedPageError },
);
export type BulkRange = z.output<typeof bulkRangeSchema>;

/**
 * What a bulk action is about: `ids`, or all that match `filter`. Matches are changed in parts, one for each request: the first
 * states the `total` that was shown, each further one the `next` of the response before.
 */
export type BulkTarget<Filter> = {
  ids?: number[] | undefined;
  filter?: Filter | undefined;
  total?: number | undefined;
  next?: BulkRange | undefined;
};

type IdsOptions = { max: number; isIds: string; select: string; tooMany: string };

export const bulkTargetFields = <Filter extends z.ZodType>(
  filter: Filter,
  { max, isIds, select, tooMany }: IdsOptions,
) => ({
  ids: z.array(idField(isIds), { error: select }).min(1, select).max(max, tooMany).optional(),
  filter: filter.optional(),
  total: z.number({ error: OUTDATED_PAGE_MESSAGE }).int().positive().optional(),
  next: bulkRangeSchema.optional(),
});

/** Refuses a request with both or neither of `ids` and `filter`, and a filter without its total or range. */
export const requireTarget = <Schema extends z.ZodType<BulkTarget<unknown>>>(schema: Schema, select: string): Schema =>
  schema
    .refine(({ ids, filter }: BulkTarget<unknown>) => (ids === undefined) !== (filter === undefined), {
      path: ['ids'],
      error: select,
    })
    .refine(
      ({ filter, total, next }: BulkTarget<unknown>) =>
        filter === undefined || (total === undefined) !== (next === undefined),
      { path: ['total'], error: OUTDATED_PAGE_MESSAGE },
    );

const bulkSkippedSchema = z.object({ id: z.number().int(), name: z.string().nullable(), reason: z.string() });
export type BulkSkipped = z.infer<typeof bulkSkippedSchema>;

/** `next` is null when no match is left; one that no longer exists has no name. */
export const bulkResponse = z.object({
  message: z.string(),
  updated: z.array(z.number().int()),
  skipped: z.array(bulkSkippedSchema),
  next: bulkRangeSchema.nullable(),
  undo: undoSchema,
});
export type BulkJson = z.infer<typeof bulkResponse>;
