import { z } from 'zod';
import type { EmailTemplate } from './layout.email.ts';

const data = z.object({
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
    productName: 'GenMate',
    planName: 'Creator',
    amount: 'US$10.00',
    nextAttempt: '26 November 2026',
  }),
  create: ({ branding }, { productName, planName, amount, nextAttempt }) => ({
    subject: `Your payment for ${productName} ${planName} didn’t go through`,
    preview: 'Check or change your card.',
    parts: [
      { text: `We couldn’t take ${amount} for ${productName} ${planName}. Check your card, or change it.` },
      ...(nextAttempt ? [{ text: `We’ll try again on ${nextAttempt}.` }] : []),
      { label: 'Check your payment method', href: `${branding.url}/subscriptions` },
    ],
  }),
};
