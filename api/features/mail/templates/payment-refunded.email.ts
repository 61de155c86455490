import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { SAMPLE_NAME, createPlanSample, type EmailTemplate, formatGreeting, getSampleAmount } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** Already formatted. */
  amount: z.string().min(1),
  /** Of the invoice. */
  number: z.string().min(1),
});

const createSample = () => ({
  firstName: SAMPLE_NAME,
  ...createPlanSample(),
  amount: getSampleAmount(),
  number: '2026-1184',
});

export const paymentRefundedEmail: EmailTemplate<typeof data> = {
  data,
  createSample,
  create: ({ branding }, { firstName, productName, planName, amount, number }) => ({
    subject: `Your refund of ${amount}`,
    preview: 'It goes back to the card that you paid with.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: `We’ve refunded ${amount} of your payment for ${formatPlanName(productName, planName)}, invoice ${number}.`,
      },
      { text: 'It goes back to the card that you paid with. Your bank may take 5 to 10 days to show it.' },
      { label: 'See your invoices', href: `${branding.url}/subscriptions` },
    ],
  }),
};

export const refundFailedEmail: EmailTemplate<typeof data> = {
  data,
  createSample,
  create: ({ branding }, { firstName, productName, planName, amount, number }) => ({
    subject: `Your refund of ${amount} didn’t go through`,
    preview: 'Your bank sent it back to us.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: `Your bank sent back our refund of ${amount} for ${formatPlanName(productName, planName)}, invoice ${number}. The card may be closed or expired.`,
      },
      { text: 'You don’t lose the money. We’ll contact you to refund you in another way.' },
      { label: 'See your invoices', href: `${branding.url}/subscriptions` },
    ],
  }),
};
