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
