import { z } from 'zod';
import { SAMPLE_NAME, type EmailTemplate, formatGreeting } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  /** True for the email to the new address. */
  isNew: z.boolean(),
  /** The other address, masked. */
  other: z.string().min(1),
});

export const accountEmailChangedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({ firstName: SAMPLE_NAME, isNew: false, other: 'a•••@example.com' }),
  create: ({ branding }, { firstName, isNew, other }) => ({
    subject: `The email address of your ${branding.name} account was changed`,
    preview: isNew ? 'You now sign in with this address.' : 'You can’t sign in with this address any more.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: isNew
          ? `Our support changed the email address of your ${branding.name} account from ${other} to this one. You now sign in with this address.`
          : `Our support changed the email address of your ${branding.name} account from this one to ${other}. You can’t sign in with this address any more.`,
      },
      { text: 'If you didn’t ask for this, tell us straight away.' },
      { label: 'Contact us', href: `${branding.url}/company/contact` },
    ],
  }),
};
