import type { z } from 'zod';
import { greeting } from './templates.mapper.ts';
import type { Letter, LetterHead } from './layout.email.ts';
import type { waitingListData } from './waiting-list-joined.email.ts';

type Data = z.output<typeof waitingListData> & { link: string };

/** Where a product is presented. One without a page of its own has its waiting list for one. */
const productPages: Record<string, string> = { GenMate: '/genmate', ChatMate: '/chatmate/waitinglist' };

export function waitingListInvitedEmail(head: LetterHead, { productName, firstName, link }: Data): Letter {
  return {
    subject: `Your early access to ${productName}`,
    preview: 'It is your turn.',
    parts: [
      { text: greeting(firstName) },
      { text: `It is your turn: you are invited to early access to ${productName}. Thank you for waiting.` },
      { label: `Go to ${productName}`, href: `${head.url}${productPages[productName] ?? '/'}` },
      {
        text: 'Sign in there with this e-mail address: that is how we know you. There is no password, we send you a code.',
      },
      { label: 'Your place on the list', href: link },
      { note: 'Changed your mind? Leave the list on that page, and we will not write to you about it again.' },
    ],
  };
}
