import { z } from 'zod';
import { OUTDATED_PAGE_MESSAGE } from './fields.ts';

/** One action for each part of a bulk run: enough to undo one on 500,000 rows. */
const UNDO_IDS_MAX = 1_000;

/** An action that can be undone until `until`; null when nothing was changed. */
export const undoSchema = z.object({ id: z.string(), until: z.string() }).nullable();
export type UndoJson = z.infer<typeof undoSchema>;

/** The actions to undo. */
export const undoRequest = z.strictObject({
  ids: z
    .array(z.string({ error: OUTDATED_PAGE_MESSAGE }).max(40, OUTDATED_PAGE_MESSAGE), { error: OUTDATED_PAGE_MESSAGE })
    .min(1, OUTDATED_PAGE_MESSAGE)
    .max(UNDO_IDS_MAX, OUTDATED_PAGE_MESSAGE),
});

/** What an undo has done; it is refused when nothing is as it was. */
export const undoneResponse = z.object({
  message: z.string(),
  /** How many things are as they were before. */
  restored: z.number().int(),
  /** Those that stay as they are because of later changes; without id and name where the kind doesn't name them. */
  skipped: z.array(z.object({ id: z.number().int().nullable(), name: z.string().nullable(), reason: z.string() })),
  /** How many stay as they are, the skipped ones and those for which it was too late. */
  left: z.number().int(),
});
export type UndoneJson = z.infer<typeof undoneResponse>;
