import { createWaitingListSample, type EmailTemplate, formatGreeting, waitingListEmailData } from './layout.email.ts';

export const waitingListJoinedEmail: EmailTemplate<typeof waitingListEmailData> = {
  data: waitingListEmailData,
  createSample: createWaitingListSample,
  create: ({ toLink }, { productName, firstName, entry }) => ({
    subject: `Confirm your place on the ${productName} waiting list`,
    preview: 'Confirm your email address so our invitation reaches you.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: `Someone added this email address to the ${productName} waiting list. If it was you, confirm your address so our invitation reaches you:`,
      },
      { label: 'Confirm my address', href: toLink(entry) },
      {
        text: 'We invite people in the order they joined and will email you when it’s your turn. You don’t need to do anything until then.',
      },
      {
        text: 'On the same page you can see your place, change your answers or leave the list at any time.',
      },
      {
        note: 'Wasn’t you? Ignore this email, or open the page and leave the list. The link is private, so please don’t forward this email.',
      },
    ],
  }),
};
