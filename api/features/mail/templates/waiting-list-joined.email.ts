import { z } from 'zod';
import { waitingListStatuses } from '#api/domain/enums.ts';
import { createWaitingListSample, type EmailTemplate, formatGreeting, waitingListEmailData } from './layout.email.ts';

const data = waitingListEmailData.extend({
  /** Someone may join again with an address that was invited or rejected. */
  status: z.enum(waitingListStatuses).default('pending'),
});

export const waitingListJoinedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: createWaitingListSample,
  create: ({ toLink }, { productName, firstName, entry, status }) => {
    const greeting = { text: formatGreeting(firstName) };
    if (status !== 'pending') {
      const answer = {
        invited: 'You’re invited already: look for our invitation in your inbox and spam folder.',
        rejected: 'We can’t offer you a place this time, and joining again doesn’t change that.',
      }[status];
      return {
        subject: `You joined the ${productName} waiting list before`,
        preview: answer,
        parts: [
          greeting,
          {
            text: `Someone added this email address to the ${productName} waiting list, but it joined before. ${answer}`,
          },
          { label: 'See your entry', href: toLink(entry) },
          { note: 'Wasn’t you? Ignore this email. The link is private, so don’t forward it.' },
        ],
      };
    }
    return {
      subject: `Confirm your place on the ${productName} waiting list`,
      preview: 'Confirm your email address so our invitation reaches you.',
      parts: [
        greeting,
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
    };
  },
};
