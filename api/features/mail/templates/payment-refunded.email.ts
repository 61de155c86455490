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
  /** Of the invoice. */
  number: z.string().min(1),
  /** Number of the invoice; missing in emails of an earlier version, as are the rest. */
  issuedOn: z.string().nullish(),
  /** Net and tax of the refund, by rate. */
  rows: z.array(z.object({ label: z.string(), value: z.string() })).nullish(),
  /** Name, address and tax number. */
  buyer: z.array(z.string()).nullish(),
});

const createSample = () => ({
  firstName: SAMPLE_NAME,
  ...createPlanSample(),
  amount: getSampleAmount(),
  number: '2026-1184',
});

const createRefundSample = () => ({
  ...createSample(),
  issuedOn: formatSampleDay('2026-11-14'),
  rows: [
    { label: 'Refunded on', value: formatSampleDay('2026-11-16') },
    { label: 'Refunded', value: getSampleAmount() },
  ],
});

export const paymentRefundedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: createRefundSample,
  create: ({ branding }, { firstName, productName, planName, amount, number, issuedOn, rows, buyer }) => ({
    subject: `Your refund of ${amount}`,
    preview: 'It goes back to the card that you paid with.',
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: `We’ve refunded ${amount} of your payment for ${formatPlanName(productName, planName)}, invoice ${number}.`,
      },
      { text: 'It goes back to the card that you paid with. Your bank may take 5 to 10 days to show it.' },
      ...(rows?.length ? [{ rows }] : []),
      ...(buyer?.length ? [{ note: `Billed to ${buyer.join(' · ')}.` }] : []),
      ...(issuedOn
        ? [{ note: `This email corrects invoice ${number} of ${issuedOn}. Keep it with the invoice for your books.` }]
        : []),
      { label: 'See your invoices', href: `${branding.url}/subscriptions` },
      ...(branding.seller ? [{ note: `Sold by ${branding.seller}.` }] : []),
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
