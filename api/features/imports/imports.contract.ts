import { z } from 'zod';
import { importItemStates, importKinds, importLossKinds, importSources, importStates } from '#api/domain/imports.ts';
import { isTimeZone } from '#api/domain/time-zones.ts';
import { outdatedPageError } from '#api/http/fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const zoneField = z.string({ error: 'Choose a time zone.' }).refine(isTimeZone, 'Choose a time zone from the list.');

export const createImportRequest = z.strictObject(
  {
    source: z.enum(importSources, { error: 'Choose where the file comes from.' }),
    /** Of times in the files that don’t say theirs. Without it, that of the company. */
    zone: zoneField.optional(),
    /** Nothing is published at the end. */
    are_drafts: z.boolean({ error: 'Choose what posts come in as.' }).default(false),
  },
  { error: outdatedPageError },
);

export const undoImportRequest = z.strictObject(
  { removes_edited: z.boolean({ error: 'Choose what happens to texts that were edited.' }) },
  { error: outdatedPageError },
);

const countsSchema = z.partialRecord(z.enum(importItemStates), z.number().int());

export const importSummarySchema = z.object({
  id: z.number().int(),
  source: z.enum(importSources),
  state: z.enum(importStates),
  /** The names of its files. */
  name: z.string(),
  origin: z.string(),
  posts: z.number().int(),
  user: userRefSchema,
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ImportSummaryJson = z.infer<typeof importSummarySchema>;

export const importSchema = importSummarySchema.extend({
  are_drafts: z.boolean(),
  bytes: z.number().int(),
  /** Why its files can’t come in. */
  error: z.string().nullable(),
  started_at: z.string().nullable(),
  counts: z.record(z.enum(importKinds), countsSchema),
  /** How many posts and pages will be what. */
  statuses: z.array(
    z.object({
      kind: z.enum(['post', 'page']),
      status: z.enum(['published', 'scheduled', 'draft', 'trash']),
      count: z.number().int(),
    }),
  ),
  /** What can’t be taken over as it is, with the first places of each. */
  losses: z.array(
    z.object({
      kind: z.enum(importLossKinds),
      count: z.number().int(),
      places: z.array(
        z.object({
          title: z.string(),
          detail: z.string(),
          kind: z.enum(importKinds).nullable(),
          subject_id: z.number().int().nullable(),
        }),
      ),
    }),
  ),
  origins: z.array(z.object({ host: z.string(), count: z.number().int(), failed: z.number().int() })),
  authors: z.array(z.object({ name: z.string(), posts: z.number().int() })),
  /** What couldn’t come in, the first ones. */
  failures: z.array(z.object({ title: z.string(), kind: z.enum(importKinds), error: z.string() })),
  /** What it is at, while it runs. */
  current: z.string().nullable(),
  /** How many texts were edited since they came in. */
  edited: z.number().int(),
});
export type ImportJson = z.infer<typeof importSchema>;

export const importResponse = z.object({ import: importSchema });
export const importsResponse = z.object({ imports: z.array(importSummarySchema) });
