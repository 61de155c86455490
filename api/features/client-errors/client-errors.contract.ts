import { z } from 'zod';

/** An error that made a part of a page fail, as the browser reports it. Whatever is longer than is logged is cut. */
export const clientErrorRequest = z.object({
  page: z.string(),
  name: z.string(),
  message: z.string(),
  stack: z.string().optional(),
});

export type ClientErrorRequest = z.infer<typeof clientErrorRequest>;
