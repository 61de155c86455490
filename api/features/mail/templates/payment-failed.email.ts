import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import {
  SAMPLE_NAME,
  createPlanSample,
  type EmailTemplate,
  formatGreeting,
  formatSampleDay,
  getSampleAmount,
} from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** Already formatted. */
  amount: z.string().min(1),
  /** Stripe's id of the invoice; an email from before it was stored has none. */
  invoiceId: z.string().min(1).nullish(),
  /** When it is charged again, already formatted; null when it is not. */
  nextAttempt: z.string().min(1).nullable(),
});

export const paymentFailedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    amount: getSampleAmount(),
    invoiceId: 'in_1184',
    nextAttempt: formatSampleDay('2026-11-26'),
  }),
  create: ({ branding, toPayLink }, { firstName, productName, planName, amount, invoiceId, nextAttempt }) => {
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
            : `We won’t try again on our own, and ${planName} ends unless you pay.`,
        },
        invoiceId
          ? { label: `Pay ${amount} now`, href: toPayLink(invoiceId) }
          : { label: 'Pay now', href: `${branding.url}/subscriptions` },
        ...(invoiceId
          ? [
              {
                note: `You don’t need to sign in to pay. To change your card for later payments, go to ${branding.url}/subscriptions.`,
                needsAccount: true,
              },
            ]
          : []),
        { note: 'If you’ve paid since, you don’t need to do anything.' },
      ],
    };
  },
};
