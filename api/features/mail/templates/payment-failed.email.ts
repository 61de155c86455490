import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { type EmailTemplate, formatGreeting } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** Already formatted. */
  amount: z.string().min(1),
  /** When it is charged again, already formatted; null when it is not. */
  nextAttempt: z.string().min(1).nullable(),
});

export const paymentFailedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: 'Aroha',
    productName: 'GenMate',
    planName: 'Creator',
    amount: 'US$10.00',
    nextAttempt: '26 November 2026',
  }),
  create: ({ branding }, { firstName, productName, planName, amount, nextAttempt }) => {
    const name = formatPlanName(productName, planName);
    return {
      subject: `Your payment for ${name} didn’t go through`,
      preview: 'Check or change your card.',
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: `We couldn’t take ${amount} for ${name}. Your card may have expired, or your bank may have declined the payment.`,
        },
        {
          text: nextAttempt
            ? `We’ll try again on ${nextAttempt}. You keep ${planName} in the meantime.`
            : `We won’t try again on our own. To use ${planName}, change your card or pay on our site.`,
        },
        { label: 'Check your payment method', href: `${branding.url}/subscriptions` },
        { note: 'If you’ve paid since, you don’t need to do anything.' },
      ],
    };
  },
};
