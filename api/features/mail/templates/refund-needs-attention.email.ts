import { z } from 'zod';
import { SAMPLE_NAME, type EmailTemplate, formatGreeting, getSampleAmount } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  /** Already formatted. */
  amount: z.string().min(1),
  /** Of the invoice. */
  number: z.string().min(1),
  /** Null for a customer whose account is gone. */
  customerEmail: z.string().min(1).nullable(),
  /** The customer was told that the refund is on its way, and then that it failed. */
  isCustomerTold: z.boolean(),
});

/** To those who look after payments: Stripe can't pay it back, so a person has to. */
export const refundNeedsAttentionEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    amount: getSampleAmount(),
    number: '2026-1184',
    customerEmail: 'customer@example.com',
    isCustomerTold: true,
  }),
  create: ({ branding }, { firstName, amount, number, customerEmail, isCustomerTold }) => ({
    subject: `A refund of ${amount} didn’t go through`,
    preview: `Invoice ${number}`,
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: `The bank sent back our refund of ${amount} to ${customerEmail ?? 'a customer whose account is deleted'}, invoice ${number}. The card may be closed or expired, and the money is in the Stripe balance again.`,
      },
      {
        text: isCustomerTold
          ? 'We’ve told the customer, and promised to refund them in another way. Ask where to send it, and mark the refund as paid back once you have.'
          : 'Refund it in another way, and mark it as paid back once you have.',
      },
      { label: 'See disputes and refunds', href: `${branding.url}/admin/billing?view=disputes` },
    ],
  }),
};
