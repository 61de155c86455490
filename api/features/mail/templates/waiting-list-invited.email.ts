import type { z } from 'zod';
import { type EmailBranding, type EmailContent, formatGreeting } from './layout.email.ts';
import type { waitingListEmailData } from './waiting-list-joined.email.ts';

type EmailData = z.output<typeof waitingListEmailData> & { link: string };

/** Where a product is presented. One without a page of its own has its waiting list for one. */
const productPages: Record<string, string> = { GenMate: '/genmate', ChatMate: '/chatmate/waitinglist' };

export function createWaitingListInvitedEmail(
  branding: EmailBranding,
  { productName, firstName, link }: EmailData,
): EmailContent {
  return {
    subject: `Your early access to ${productName}`,
    preview: 'It is your turn.',
    parts: [
      { text: formatGreeting(firstName) },
      { text: `It is your turn: you are invited to early access to ${productName}. Thank you for waiting.` },
      { label: `Go to ${productName}`, href: `${branding.url}${productPages[productName] ?? '/'}` },
      {
        text: 'Sign in there with this e-mail address: that is how we know you. There is no password, we send you a code.',
      },
      { label: 'Your place on the list', href: link },
      { note: 'Changed your mind? Leave the list on that page, and we will not write to you about it again.' },
    ],
  };
}
