import { z } from 'zod';
import type { EmailTemplate } from './layout.email.ts';

const signInCodeEmailData = z.object({
  code: z.string().regex(/^\d{6}$/),
  link: z.string(),
  /** How long it is valid. */
  minutes: z.number().int().positive().default(10),
});

/** Subject and preview text hold no name and no code, because a locked screen shows them. */
export const signInCodeEmail: EmailTemplate<typeof signInCodeEmailData> = {
  data: signInCodeEmailData,
  createSample: (siteUrl) => ({ code: '123456', link: `${siteUrl}/login/link#sample` }),
  create: ({ branding }, data) => ({
    subject: `Your ${branding.name} code`,
    preview: `It is valid for ${data.minutes} minutes.`,
    parts: [
      { text: 'Kia ora,' },
      { text: `Here is your code for signing in to ${branding.name}. Type it where you asked for it:` },
      { code: data.code },
      { text: `It works once, within ${data.minutes} minutes.` },
      {
        text: 'Or open the page below and press the button there. Nothing happens until you press it, and it works on any device.',
      },
      { label: 'Open the sign-in page', href: data.link },
      {
        note: 'You did not ask for this? Then there is nothing to do: nobody can sign in without the code. We will never ask you for it, by phone or by mail.',
      },
    ],
  }),
};
