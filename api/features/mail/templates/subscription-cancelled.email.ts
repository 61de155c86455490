import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { type EmailTemplate, formatGreeting } from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** Already formatted. */
  endsOn: z.string().min(1),
  /** False once it has ended. */
  canReactivate: z.boolean(),
});

export const subscriptionCancelledEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: 'Aroha',
    productName: 'GenMate',
    planName: 'Creator',
    endsOn: '14 December 2026',
    canReactivate: true,
  }),
  create: ({ branding }, { firstName, productName, planName, endsOn, canReactivate }) => {
    const name = formatPlanName(productName, planName);
    return {
      subject: canReactivate ? `${name} ends on ${endsOn}` : `${name} has ended`,
      preview: 'Nothing more will be charged.',
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: canReactivate
            ? `Your subscription to ${name} is cancelled. You keep it until ${endsOn}, and nothing more will be charged.`
            : `Your subscription to ${name} ended on ${endsOn}. Nothing more will be charged.`,
        },
        { label: canReactivate ? 'Keep my subscription' : 'Subscribe again', href: `${branding.url}/subscriptions` },
        ...(canReactivate ? [{ note: 'Changed your mind? You can keep your subscription until then.' }] : []),
      ],
    };
  },
};
