import { createWaitingListSample, type EmailTemplate, formatGreeting, waitingListEmailData } from './layout.email.ts';

/** Where a product is presented. One without a page of its own has its waiting list for one. */
const productPages: Record<string, string> = { GenMate: '/genmate', ChatMate: '/chatmate/waitinglist' };

export const waitingListInvitedEmail: EmailTemplate<typeof waitingListEmailData> = {
  data: waitingListEmailData,
  createSample: createWaitingListSample,
  create: ({ branding, toLink }, { productName, firstName, entry }) => ({
    subject: `You’re invited to ${productName}`,
    preview: 'Your early access is ready.',
    parts: [
      { text: formatGreeting(firstName) },
      { text: `It’s your turn: you now have early access to ${productName}. Thanks for waiting.` },
      { label: `Open ${productName}`, href: `${branding.url}${productPages[productName] ?? '/'}` },
      {
        text: 'Sign in with this email address, so we know it’s you. There’s no password: we’ll email you a code.',
      },
      { label: 'See your place on the list', href: toLink(entry) },
      { note: 'Changed your mind? Leave the list on that page and we won’t email you about it again.' },
    ],
  }),
};
