import { z } from 'zod';
import { type EmailTemplate, formatGreeting, formatSampleDay, SAMPLE_NAME } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  reason: z.string().min(1),
  /** Already formatted; null for a permanent suspension. */
  endsOn: z.string().nullable(),
});

export const accountBlacklistedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    reason: 'Two chargebacks in October.',
    endsOn: formatSampleDay('2026-12-24'),
  }),
  create: ({ branding }, { firstName, reason, endsOn }) => ({
    subject: `Your ${branding.name} account is suspended`,
    preview: endsOn ? `You can sign in again after ${endsOn}.` : 'You can’t sign in any more.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: endsOn
          ? `We’ve suspended your ${branding.name} account until the end of ${endsOn}. We’ve signed you out on all devices, and you can’t sign in until then.`
          : `We’ve suspended your ${branding.name} account. We’ve signed you out on all devices, and you can’t sign in any more.`,
      },
      { text: `Reason: ${reason}` },
      { text: 'If you think this is a mistake, tell us and we’ll take another look.' },
      { label: 'Contact us', href: `${branding.url}/company/contact` },
    ],
  }),
};
