import { z } from 'zod';
import { emailKinds } from '#api/domain/enums.ts';

export const emailPreviewSchema = z.object({
  kind: z.enum(emailKinds),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type EmailPreviewJson = z.infer<typeof emailPreviewSchema>;

export const emailPreviewsResponse = z.object({ mails: z.array(emailPreviewSchema) });
