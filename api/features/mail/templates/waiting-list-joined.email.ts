import { createWaitingListSample, type EmailTemplate, formatGreeting, waitingListEmailData } from './layout.email.ts';

export const waitingListJoinedEmail: EmailTemplate<typeof waitingListEmailData> = {
  data: waitingListEmailData,
  createSample: createWaitingListSample,
  create: ({ toLink }, { productName, firstName, entry }) => ({
    subject: `Please confirm your place on the ${productName} waiting list`,
    preview: 'One button, and your place is kept.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: `Somebody, and we hope it was you, put this address on the waiting list for ${productName}. Please confirm that it is yours:`,
      },
      { label: 'Confirm your address', href: toLink(entry) },
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
  }),
};
