import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import {
  createPlanSample,
  type EmailTemplate,
  formatGreeting,
  formatSampleDay,
  getSampleAmount,
  SAMPLE_NAME,
} from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** What the first payment is, already formatted; null where that isn’t known. */
  amount: z.string().min(1).nullable(),
  /** The day on which the trial ends and the first payment is taken, already formatted. */
  endsOn: z.string().min(1),
});

/** A trial ends in a few days, and the first payment is taken then. */
export const trialEndingEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    amount: getSampleAmount(),
    endsOn: formatSampleDay('2026-12-14'),
  }),
  create: ({ branding }, { firstName, productName, planName, amount, endsOn }) => {
    const name = formatPlanName(productName, planName);
    return {
      subject: `Your trial of ${name} ends on ${endsOn}`,
      preview: amount ? `Your first payment is ${amount}.` : 'Your first payment is taken then.',
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: amount
            ? `Your trial of ${name} ends on ${endsOn}. Your first payment of ${amount} is taken on that day.`
            : `Your trial of ${name} ends on ${endsOn}. Your first payment is taken on that day.`,
        },
        { label: 'See your subscription', href: `${branding.url}/subscriptions` },
        { note: `If you don’t want to go on, cancel on that page before ${endsOn}, and nothing is charged.` },
      ],
    };
  },
};
