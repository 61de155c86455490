import { z } from 'zod';
import { type EmailTemplate, formatGreeting } from './layout.email.ts';

const signInCodeEmailData = z.object({
  code: z.string().regex(/^\d{6}$/),
  link: z.string(),
  /** How long it is valid. */
  minutes: z.number().int().positive().default(10),
});

/** Subject and preview text contain no name and no code, because a locked screen shows them. */
export const signInCodeEmail: EmailTemplate<typeof signInCodeEmailData> = {
  data: signInCodeEmailData,
  createSample: (siteUrl) => ({ code: '123456', link: `${siteUrl}/login/link#sample` }),
  create: ({ branding }, data) => ({
    subject: `Your ${branding.name} sign-in code`,
    preview: `The code works for ${data.minutes} minutes.`,
    parts: [
      { text: formatGreeting(null) },
      { text: `Enter this code to sign in to ${branding.name}:` },
      { code: data.code },
      { text: `It works once and expires in ${data.minutes} minutes.` },
      {
        text: 'Or open this link on any device and select Sign in:',
      },
      { label: 'Sign in with a link', href: data.link },
      {
        note: 'Didn’t ask for this? You can ignore this email. No one can sign in without the code. We’ll never ask you for it by phone or email.',
      },
    ],
  }),
};
