import { z } from 'zod';
import type { EmailTemplate } from './layout.email.ts';

const data = z.object({
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** Already formatted, such as 'US$10.00' and '22 November 2026'. */
  amount: z.string().min(1),
  number: z.string().min(1),
  periodStart: z.string().min(1),
  periodEnd: z.string().min(1),
});

export const paymentReceiptEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    productName: 'GenMate',
    planName: 'Creator',
    amount: 'US$10.00',
    number: 'MW-2026-1184',
    periodStart: '14 November 2026',
    periodEnd: '14 December 2026',
  }),
  create: ({ branding }, { productName, planName, amount, number, periodStart, periodEnd }) => ({
    subject: `Your receipt for ${productName} ${planName}`,
    preview: `${amount} paid. Thank you.`,
    parts: [
      { text: `Thank you for your payment of ${amount} for ${productName} ${planName}.` },
      { text: `It covers ${periodStart} to ${periodEnd}. Your invoice number is ${number}.` },
      { label: 'See your invoices', href: `${branding.url}/subscriptions` },
    ],
  }),
};
