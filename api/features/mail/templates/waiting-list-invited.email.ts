import { z } from 'zod';
import { createWaitingListSample, type EmailTemplate, formatGreeting, waitingListEmailData } from './layout.email.ts';

const data = waitingListEmailData.extend({
  /** When the invitation link stops working, UTC ms. */
  expiresAt: z.number().int(),
});

export const waitingListInvitedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({ ...createWaitingListSample(), expiresAt: Date.UTC(2026, 11, 24) }),
  create: (context, { productName, firstName, entry, expiresAt }) => ({
    subject: `You’re invited to ${productName}`,
    preview: 'Your early access is ready.',
    parts: [
      { text: formatGreeting(firstName) },
      { text: `It’s your turn: you now have early access to ${productName}. Thanks for waiting.` },
      { label: 'Create your account', href: context.toInvitationLink(entry, expiresAt) },
      {
        text: `This link is personal and works until ${context.formatDay(expiresAt)}. There’s no password: we’ll email you a code.`,
      },
      { text: 'Already have an account? Sign in with this email address and you’re ready to go.' },
      { label: 'See your place on the list', href: context.toLink(entry) },
      { note: 'Changed your mind? Leave the list on that page and we won’t email you about it again.' },
    ],
  }),
};
