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
  /** The plan that begins with the first payment, where it is another one. */
  nextPlan: z.string().min(1).nullish(),
  /** The first payment, already formatted; null where that isn’t known. */
  amount: z.string().min(1).nullable(),
  /** The first payment is nothing, as with a discount of everything. */
  isFree: z.boolean().optional(),
  /** The payments after the first where they are of another amount: '$10.00 every month from 14 January 2027'. */
  later: z.string().min(1).nullish(),
  /** The day on which the trial ends and the first payment is taken, already formatted. */
  endsOn: z.string().min(1),
});

/** A trial has begun: nothing was paid, so there is no receipt. */
export const trialStartedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    amount: getSampleAmount(),
    endsOn: formatSampleDay('2026-12-14'),
  }),
  create: ({ branding }, { firstName, productName, planName, ...payment }) => {
    const { endsOn } = payment;
    const name = formatPlanName(productName, planName);
    return {
      subject: `Your trial of ${name} has begun`,
      preview: `It’s free until ${endsOn}.`,
      parts: [
        { text: formatGreeting(firstName) },
        { text: `Your trial of ${name} has begun. It’s free until ${endsOn}. ${describePayments(payment)}` },
        { label: 'See your subscription', href: `${branding.url}/subscriptions` },
        { note: `If you don’t want to go on, cancel on that page before ${endsOn}, and nothing is charged.` },
      ],
    };
  },
};

/** A trial ends in a few days, and the first payment is taken then. */
export const trialEndingEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    amount: getSampleAmount(),
    endsOn: formatSampleDay('2026-12-14'),
  }),
  create: ({ branding }, { firstName, productName, planName, ...payment }) => {
    const { endsOn } = payment;
    const name = formatPlanName(productName, planName);
    return {
      subject: `Your trial of ${name} ends on ${endsOn}`,
      preview: describePreview(payment),
      parts: [
        { text: formatGreeting(firstName) },
        { text: `Your trial of ${name} ends on ${endsOn}. ${describePayments(payment)}` },
        { label: 'See your subscription', href: `${branding.url}/subscriptions` },
        { note: `If you don’t want to go on, cancel on that page before ${endsOn}, and nothing is charged.` },
      ],
    };
  },
};

type Payment = Pick<z.output<typeof data>, 'amount' | 'isFree' | 'later' | 'nextPlan'>;

function describePreview({ amount, isFree }: Payment): string {
  if (isFree) return 'Nothing is charged on that day.';
  return amount ? `Your first payment is ${amount}.` : 'Your first payment is taken then.';
}

function describePayments({ amount, isFree, later, nextPlan }: Payment): string {
  const after = `${later ? ` After that, you pay ${later}.` : ''}${nextPlan ? ` Your plan is ${nextPlan} from then on.` : ''}`;
  if (isFree) return `Nothing is charged on that day.${after}`;
  return `Your first payment${amount ? ` of ${amount}` : ''} is taken on that day.${after}`;
}
