import { createWaitingListSample, type EmailTemplate, formatGreeting, waitingListEmailData } from './layout.email.ts';

/** Pages of products that can be opened. For the others the first step is the account that the product will ask for. */
const productPages: Record<string, string> = { GenMate: '/genmate' };

function createProductLink(productName: string, siteUrl: string): { label: string; href: string } {
  const page = productPages[productName];
  return page
    ? { label: `Open ${productName}`, href: `${siteUrl}${page}` }
    : { label: 'Sign in', href: `${siteUrl}/login` };
}

export const waitingListInvitedEmail: EmailTemplate<typeof waitingListEmailData> = {
  data: waitingListEmailData,
  createSample: createWaitingListSample,
  create: ({ branding, toLink }, { productName, firstName, entry }) => ({
    subject: `You’re invited to ${productName}`,
    preview: 'Your early access is ready.',
    parts: [
      { text: formatGreeting(firstName) },
      { text: `It’s your turn: you now have early access to ${productName}. Thanks for waiting.` },
      createProductLink(productName, branding.url),
      {
        text: 'Sign in with this email address, so we know it’s you. There’s no password: we’ll email you a code.',
      },
      { label: 'See your place on the list', href: toLink(entry) },
      { note: 'Changed your mind? Leave the list on that page and we won’t email you about it again.' },
    ],
  }),
};
