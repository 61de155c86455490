import { createWaitingListSample, type EmailTemplate, formatGreeting, waitingListEmailData } from './layout.email.ts';

/** Where a product is presented. One without a page of its own has its waiting list for one. */
const productPages: Record<string, string> = { GenMate: '/genmate', ChatMate: '/chatmate/waitinglist' };

export const waitingListInvitedEmail: EmailTemplate<typeof waitingListEmailData> = {
  data: waitingListEmailData,
  createSample: createWaitingListSample,
  create: ({ branding, toLink }, { productName, firstName, entry }) => ({
    subject: `Your early access to ${productName}`,
    preview: 'It is your turn.',
    parts: [
      { text: formatGreeting(firstName) },
      { text: `It is your turn: you are invited to early access to ${productName}. Thank you for waiting.` },
      { label: `Go to ${productName}`, href: `${branding.url}${productPages[productName] ?? '/'}` },
      {
        text: 'Sign in there with this e-mail address: that is how we know you. There is no password, we send you a code.',
      },
      { label: 'Your place on the list', href: toLink(entry) },
      { note: 'Changed your mind? Leave the list on that page, and we will not write to you about it again.' },
    ],
  }),
};
