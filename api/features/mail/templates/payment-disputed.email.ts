import { z } from 'zod';
import { formatDisputeReason } from '#api/domain/disputes.ts';
import { SAMPLE_NAME, type EmailTemplate, formatGreeting, formatSampleDay, getSampleAmount } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  /** Already formatted. */
  amount: z.string().min(1),
  /** Stripe's word. */
  reason: z.string().min(1),
  /** The last day to answer, already formatted; null when it can't be answered. */
  dueOn: z.string().min(1).nullable(),
  /** Of the invoice. */
  number: z.string().min(1),
  /** Null for a customer whose account is gone. */
  customerEmail: z.string().min(1).nullable(),
});

/** To those who look after payments. */
export const paymentDisputedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    amount: getSampleAmount(),
    reason: 'product_not_received',
    dueOn: formatSampleDay('2026-12-01'),
    number: '2026-1184',
    customerEmail: 'customer@example.com',
  }),
  create: ({ branding }, { firstName, amount, reason, dueOn, number, customerEmail }) => ({
    subject: dueOn ? `Payment of ${amount} disputed: answer by ${dueOn}` : `Payment of ${amount} disputed`,
    preview: `Invoice ${number}`,
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: `${customerEmail ?? 'A customer whose account is deleted'} disputes the payment of ${amount} for invoice ${number} at the bank. The reason given: ${formatDisputeReason(reason)}.`,
      },
      {
        text: dueOn
          ? `Answer in the Stripe dashboard by ${dueOn}, with what shows that the payment is right, or accept it there. Without an answer the dispute is lost.`
          : 'The Stripe dashboard says whether it can be answered.',
      },
      { label: 'See disputes and refunds', href: `${branding.url}/admin/billing?view=disputes` },
    ],
  }),
};
