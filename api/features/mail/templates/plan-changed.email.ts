import { z } from 'zod';
import { formatPlanName, listPaidPlans } from '#api/domain/catalogue.ts';
import { SAMPLE_NAME, createPlanSample, type EmailTemplate, formatGreeting } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  fromPlan: z.string().min(1),
  toPlan: z.string().min(1),
  /** The day on which a scheduled change takes effect, already formatted; null for one that already has. */
  startsOn: z.string().min(1).nullable(),
  /** Payments from the change on, already formatted: '$30.00 every month from 14 January 2027'. */
  payments: z.string().min(1).nullish(),
  /** The customer's credit after the change, already formatted. */
  credit: z.string().min(1).nullish(),
  /** The company changed it for the user. */
  isByStaff: z.boolean().optional(),
});

export const planChangedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => {
    const { productName, planName: fromPlan } = createPlanSample();
    const toPlan = listPaidPlans().find((plan) => plan.productName === productName && plan.planName !== fromPlan);
    return { firstName: SAMPLE_NAME, productName, fromPlan, toPlan: toPlan?.planName ?? fromPlan, startsOn: null };
  },
  create: (
    { branding },
    { firstName, productName, fromPlan, toPlan, startsOn, payments, credit, isByStaff = false },
  ) => ({
    subject: startsOn
      ? `${productName} changes to ${toPlan} on ${startsOn}`
      : `You’re on ${formatPlanName(productName, toPlan)}`,
    preview: startsOn ? `You keep ${fromPlan} until then.` : `Your plan was ${fromPlan}.`,
    parts: [
      { text: formatGreeting(firstName) },
      {
        text: startsOn
          ? `Your ${productName} plan changes from ${fromPlan} to ${toPlan} on ${startsOn}. You keep ${fromPlan} until then.${describePayments(payments)}`
          : `Your ${productName} plan has changed from ${fromPlan} to ${toPlan}.${describePayments(payments)}`,
      },
      ...(isByStaff ? [{ text: `${branding.name} has changed it for you.` }] : []),
      ...(credit ? [{ text: `You have a credit of ${credit}. It’s taken off your next payments.` }] : []),
      { label: 'See your subscription', href: `${branding.url}/subscriptions` },
      ...(startsOn
        ? [{ note: `Changed your mind? You can keep ${fromPlan} on that page until then.`, needsAccount: true }]
        : []),
    ],
  }),
};

const describePayments = (payments: string | null | undefined): string => (payments ? ` You pay ${payments}.` : '');
