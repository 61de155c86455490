import { z } from 'zod';
import { type EmailContent, formatGreeting } from './layout.email.ts';

export const waitingListEmailData = z.object({
  productName: z.string().min(1),
  firstName: z.string().nullish(),
  /** The public id of the entry. */
  entry: z.string().min(1),
});

type EmailData = z.output<typeof waitingListEmailData> & { link: string };

export function createWaitingListJoinedEmail({ productName, firstName, link }: EmailData): EmailContent {
  return {
    subject: `Please confirm your place on the ${productName} waiting list`,
    preview: 'One button, and your place is kept.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: `Somebody, and we hope it was you, put this address on the waiting list for ${productName}. Please confirm that it is yours:`,
      },
      { label: 'Confirm your address', href: link },
      {
        text: 'What follows: we invite people in the order in which they joined, and write to this address when it is your turn. Until then there is nothing for you to do.',
      },
      {
        text: 'The same page shows your place in the list. There you can also change what you told us, or leave the list, at any time.',
      },
      {
        note: 'It was not you? Then leave it unconfirmed, or open the page and leave the list. The link is for you alone, so please do not pass this mail on.',
      },
    ],
  };
}
