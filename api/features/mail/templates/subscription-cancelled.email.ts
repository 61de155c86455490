import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { SAMPLE_NAME, createPlanSample, type EmailTemplate, formatGreeting, formatSampleDay } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** Already formatted. */
  endsOn: z.string().min(1),
  /** False once it has ended. */
  canReactivate: z.boolean(),
  /** It ended because it was not paid. */
  isUnpaid: z.boolean().optional(),
  /** False where it ended because the account is deleted: nothing can be bought with it again. */
  hasAccount: z.boolean().optional(),
  /** The customer's credit that is left, already formatted. */
  credit: z.string().min(1).nullish(),
  /** The company cancelled it for the user. */
  isByStaff: z.boolean().optional(),
});

export const subscriptionCancelledEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    endsOn: formatSampleDay('2026-12-14'),
    canReactivate: true,
  }),
  create: (
    { branding },
    {
      firstName,
      productName,
      planName,
      endsOn,
      canReactivate,
      isUnpaid = false,
      isByStaff = false,
      hasAccount = true,
      credit,
    },
  ) => {
    const name = formatPlanName(productName, planName);
    return {
      subject: formatSubject({ name, endsOn, canReactivate, isUnpaid }),
      preview: 'Nothing more will be charged.',
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: describeEnd({ name, endsOn, canReactivate, isUnpaid }),
        },
        ...(isByStaff ? [{ text: `${branding.name} has cancelled it for you.` }] : []),
        ...(credit && hasAccount
          ? [
              {
                text: `You have a credit of ${credit}. It stays with your account, and is taken off your next purchase in the same currency.`,
              },
            ]
          : []),
        ...(hasAccount
          ? [
              {
                label: canReactivate ? 'Keep my subscription' : 'Subscribe again',
                href: `${branding.url}/subscriptions`,
              },
            ]
          : []),
        ...(canReactivate
          ? [{ note: 'Changed your mind? You can keep your subscription until then.', needsAccount: true }]
          : []),
      ],
    };
  },
};

type End = { name: string; endsOn: string; canReactivate: boolean; isUnpaid: boolean };

function formatSubject({ name, endsOn, canReactivate, isUnpaid }: End): string {
  if (canReactivate) return `${name} ends on ${endsOn}`;
  return isUnpaid ? `${name} has ended because the payment failed` : `${name} has ended`;
}

function describeEnd({ name, endsOn, canReactivate, isUnpaid }: End): string {
  if (canReactivate)
    return `Your subscription to ${name} is cancelled. You keep it until ${endsOn}, and nothing more will be charged.`;
  if (!isUnpaid) return `Your subscription to ${name} ended on ${endsOn}. Nothing more will be charged.`;
  return `Your subscription to ${name} ended on ${endsOn} because we couldn’t take your payment after several tries. We won’t try again, and nothing more will be charged.`;
}
