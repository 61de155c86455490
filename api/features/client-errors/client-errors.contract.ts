import { z } from 'zod';
import { OUTDATED_PAGE_MESSAGE } from '#api/http/fields.ts';

const text = z.string({ error: OUTDATED_PAGE_MESSAGE });

/** An error that made a part of a page fail, as the browser reports it. Longer values are cut in the log. */
export const clientErrorRequest = z.object({
  page: text,
  name: text,
  message: text,
  stack: text.optional(),
});

export type ClientErrorRequest = z.infer<typeof clientErrorRequest>;
