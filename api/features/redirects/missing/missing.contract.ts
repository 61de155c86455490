import { z } from 'zod';
import { choiceField, optionalFilter } from '#api/http/fields.ts';
import { undoSchema } from '#api/http/undo-fields.ts';

/** With `robots`, only what robots and browsers ask for on every site. */
export const missingPathsQuery = z.object({ who: optionalFilter(choiceField('who', ['people', 'robots'])) });

const missingPathSchema = z.object({
  path: z.string(),
  /** How often, since `first_asked_at`. */
  count: z.number().int(),
  first_asked_at: z.string(),
  last_asked_at: z.string(),
  /** The address of a page that is most alike. */
  suggestion: z.string().nullable(),
});

/** The most asked first, at most 30 of `total`. */
export const missingPathsResponse = z.object({
  data: z.array(missingPathSchema),
  total: z.number().int(),
  /** How many addresses only robots asked for. */
  robots: z.number().int(),
});

export const ignorePathRequest = z.strictObject({ path: z.string({ error: 'Choose an address.' }).max(2_000) });
export const ignorePathResponse = z.object({ message: z.string(), undo: undoSchema });

export type MissingPathsQuery = z.output<typeof missingPathsQuery>;
export type MissingPathsJson = z.infer<typeof missingPathsResponse>;
