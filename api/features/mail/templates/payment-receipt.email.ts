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
  /** Already formatted, such as 'US$10.00' and '22 November 2026'. */
  amount: z.string().min(1),
  number: z.string().min(1),
  periodStart: z.string().min(1),
  periodEnd: z.string().min(1),
  /** Amounts by rate; none in emails of an earlier version. */
  rows: z.array(z.object({ label: z.string(), value: z.string() })).nullish(),
  /** Name, address and tax number. */
  buyer: z.array(z.string()).nullish(),
  /** The invoice at Stripe, and whose it is; missing in emails of earlier versions. */
  invoiceId: z.string().optional(),
  userId: z.number().int().optional(),
});

export const paymentReceiptEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    amount: getSampleAmount(),
    number: '2026-1184',
    periodStart: formatSampleDay('2026-11-14'),
    periodEnd: formatSampleDay('2026-12-14'),
    rows: [
      { label: 'Receipt', value: '001184' },
      { label: 'Total', value: getSampleAmount() },
      { label: 'Paid by card', value: getSampleAmount() },
    ],
  }),
  create: ({ branding, isSuspended, toInvoiceLink }, { productName, planName, amount, number, ...receipt }) => {
    const { firstName, periodStart, periodEnd, rows, buyer, invoiceId, userId } = receipt;
    const name = formatPlanName(productName, planName);
    return {
      subject: `Your receipt for ${name}`,
      preview: `${amount} paid. Thank you.`,
      parts: [
        { text: formatGreeting(firstName) },
        { text: `Thank you. We’ve received your payment of ${amount} for ${name}.` },
        { text: `It covers ${periodStart} to ${periodEnd}. Your invoice number is ${number}.` },
        ...(rows?.length ? [{ rows }] : []),
        ...(buyer?.length ? [{ note: `Billed to ${buyer.join(' · ')}.` }] : []),
        isSuspended && invoiceId !== undefined && userId !== undefined
          ? { label: 'See the invoice', href: toInvoiceLink(invoiceId, userId) }
          : { label: 'See your invoices', href: `${branding.url}/subscriptions` },
        { note: 'You can change or cancel your plan on that page at any time.', needsAccount: true },
        ...(branding.seller ? [{ note: `Sold by ${branding.seller}.` }] : []),
      ],
    };
  },
};
