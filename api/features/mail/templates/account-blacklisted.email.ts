import { z } from 'zod';
import { type EmailTemplate, formatGreeting } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  reason: z.string().min(1),
  /** Already formatted; null means for good. */
  endsOn: z.string().nullable(),
});

export const accountBlacklistedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: 'Henrik',
    reason: 'Two chargebacks in October.',
    endsOn: '24 December 2026',
  }),
  create: ({ branding }, { firstName, reason, endsOn }) => ({
    subject: `Your ${branding.name} account is suspended`,
    preview: endsOn ? `It opens again on ${endsOn}.` : 'You can’t sign in at the moment.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: endsOn
          ? `We’ve suspended your ${branding.name} account until ${endsOn}. You can’t sign in until then, and you’ve been signed out on all devices.`
          : `We’ve suspended your ${branding.name} account. You can’t sign in, and you’ve been signed out on all devices.`,
      },
      { text: `The reason: ${reason}` },
      { label: 'Contact us', href: `${branding.url}/company/contact` },
      { note: 'Think this is a mistake? Write to us and we’ll look at it again.' },
    ],
  }),
};
