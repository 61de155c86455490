import { z } from 'zod';
import type { EmailTemplate } from './layout.email.ts';

const data = z.object({
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
    productName: 'GenMate',
    planName: 'Creator',
    endsOn: '14 December 2026',
    canReactivate: true,
  }),
  create: ({ branding }, { productName, planName, endsOn, canReactivate }) => ({
    subject: canReactivate ? `${productName} ${planName} ends on ${endsOn}` : `${productName} ${planName} has ended`,
    preview: 'Nothing more will be charged.',
    parts: [
      {
        text: canReactivate
          ? `You cancelled ${productName} ${planName}. You keep it until ${endsOn}, and nothing more will be charged.`
          : `Your subscription to ${productName} ${planName} ended on ${endsOn}. Nothing more will be charged.`,
      },
      { label: canReactivate ? 'Keep my subscription' : 'See the plans', href: `${branding.url}/subscriptions` },
    ],
  }),
};
