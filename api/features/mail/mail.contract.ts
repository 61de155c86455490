import { z } from 'zod';
import { mailKinds } from '#api/domain/enums.ts';

export const mailPreview = z.object({
  kind: z.enum(mailKinds),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type MailPreview = z.infer<typeof mailPreview>;

export const mailPreviews = z.object({ mails: z.array(mailPreview) });
