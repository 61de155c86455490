import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { SAMPLE_NAME, createPlanSample, type EmailTemplate, formatGreeting, formatSampleDay } from './layout.email.ts';

const given = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** Seats. */
  quantity: z.number().int().min(1),
  /** Its last day, already formatted; null for one without an end. */
  endsOn: z.string().min(1).nullable(),
});

/** Somebody was given a plan free of charge. */
export const complimentaryPlanEmail: EmailTemplate<typeof given> = {
  data: given,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    quantity: 1,
    endsOn: formatSampleDay('2026-12-14'),
  }),
  create: ({ branding }, { firstName, productName, planName, quantity, endsOn }) => {
    const name = formatPlanName(productName, planName);
    const seats = quantity > 1 ? `, with ${formatCount(quantity, 'seat')}` : '';
    return {
      subject: `${branding.name} has given you ${name}`,
      preview: endsOn ? `Free of charge until ${endsOn}.` : 'Free of charge.',
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: `We have given you ${name}${seats}, free of charge${endsOn ? ` until ${endsOn}` : ''}. You can use it now.`,
        },
        { text: endsOn ? 'It ends by itself. Nothing is charged, then or now.' : 'Nothing is charged for it.' },
        { label: 'See your plans', href: `${branding.url}/subscriptions` },
      ],
    };
  },
};

const ended = given.pick({ firstName: true, productName: true, planName: true });

/** A plan that somebody was given has ended. */
export const complimentaryPlanEndedEmail: EmailTemplate<typeof ended> = {
  data: ended,
  createSample: () => ({ firstName: SAMPLE_NAME, ...createPlanSample() }),
  create: ({ branding }, { firstName, productName, planName }) => {
    const name = formatPlanName(productName, planName);
    return {
      subject: `Your free ${name} has ended`,
      preview: 'Nothing was charged.',
      parts: [
        { text: formatGreeting(firstName) },
        { text: `${name}, which we gave you free of charge, has ended. Nothing was charged.` },
        { text: 'If you’d like to go on with it, you can subscribe on our site.' },
        { label: 'See the plans', href: `${branding.url}/subscriptions` },
      ],
    };
  },
};
