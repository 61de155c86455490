import { z } from 'zod';
import { outdatedPageError } from '#api/http/fields.ts';

const contentFormats = ['markdown', 'ghost'] as const;
export type ContentFormat = (typeof contentFormats)[number];

export const contentExportQuery = z.strictObject(
  { format: z.enum(contentFormats, { error: 'Choose Markdown or Ghost.' }) },
  { error: outdatedPageError },
);
