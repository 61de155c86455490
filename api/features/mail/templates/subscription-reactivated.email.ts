import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { SAMPLE_NAME, createPlanSample, type EmailTemplate, formatGreeting, formatSampleDay } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** The day of the next payment, already formatted. */
  renewsOn: z.string().min(1),
  /** The company reactivated it for the user. */
  isByStaff: z.boolean().optional(),
});

/** A subscription that was to end goes on: payments are taken again, which its subscriber has to know. */
export const subscriptionReactivatedEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({ firstName: SAMPLE_NAME, ...createPlanSample(), renewsOn: formatSampleDay('2026-12-14') }),
  create: ({ branding }, { firstName, productName, planName, renewsOn, isByStaff = false }) => {
    const name = formatPlanName(productName, planName);
    return {
      subject: `${name} goes on`,
      preview: `It renews on ${renewsOn}.`,
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: `Your subscription to ${name} goes on. It renews on ${renewsOn}, and the next payment is taken on that day.`,
        },
        ...(isByStaff ? [{ text: `${branding.name} has reactivated it for you.` }] : []),
        { label: 'See your subscription', href: `${branding.url}/subscriptions` },
        { note: 'Changed your mind? You can cancel on that page before that day, and nothing more is charged.' },
      ],
    };
  },
};
