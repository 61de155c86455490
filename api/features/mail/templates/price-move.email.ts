import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { describePriceMove } from '#api/domain/price-moves.ts';
import {
  createPlanSample,
  type EmailTemplate,
  formatGreeting,
  formatSampleDay,
  getSamplePrice,
  SAMPLE_NAME,
} from './layout.email.ts';

const data = z.object({
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
  /** '$12 per month' */
  before: z.string().min(1),
  /** Null where the plan is free by then. */
  after: z.string().min(1).nullable(),
  /** The day of the first payment that is another one, already formatted. */
  startsOn: z.string().min(1),
  /** Payments of a subscriber with a discount or with tax on top, already formatted: '$18.00 every month from 14 January 2027'. */
  payments: z.string().min(1).nullish(),
  hasDiscount: z.boolean().default(true),
  /** Seats, where the payments are another amount because of them. */
  seats: z.number().int().nullish(),
  /** The owner’s words. */
  message: z.string(),
  /** The move was cancelled after it was announced. */
  isCancelled: z.boolean(),
});

/** A subscriber will pay another price; or, after all, the same. */
export const priceMoveEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    before: getSamplePrice(),
    after: getSamplePrice(1_200),
    startsOn: formatSampleDay('2027-01-14'),
    message: 'Thank you for being with us from the start.',
    isCancelled: false,
  }),
  create: ({ branding }, { firstName, productName, planName, before, after, startsOn, message, ...move }) => {
    const { isCancelled, ...own } = move;
    const name = formatPlanName(productName, planName);
    const link = { label: 'See your subscription', href: `${branding.url}/subscriptions` };
    if (isCancelled) {
      return {
        subject: `The price of your ${name} subscription stays the same`,
        preview: `You go on paying ${before}.`,
        parts: [
          { text: formatGreeting(firstName) },
          {
            text: `We wrote that your ${name} subscription would change on ${startsOn}. It doesn’t: you go on paying ${before}.`,
          },
          link,
        ],
      };
    }
    const subject = after === null ? `${name} becomes free on ${startsOn}` : `${name} costs ${after} from ${startsOn}`;
    const { change, choice } = describePriceMove({ plan: name, before, after, startsOn, ...own });
    return {
      subject,
      preview: describePreview({ before, after, ...own }),
      parts: [
        { text: formatGreeting(firstName) },
        { text: change },
        ...(message.trim() === '' ? [] : [{ text: message }]),
        { text: choice },
        link,
      ],
    };
  },
};

type Prices = Pick<z.output<typeof data>, 'before' | 'after' | 'payments' | 'hasDiscount' | 'seats'>;

function describePreview({ before, after, payments, hasDiscount, seats }: Prices): string {
  if (after === null) return 'Your payments end.';
  if (!payments) return `Until then you pay ${before}.`;
  if (hasDiscount) return `With your discount, you pay ${payments}.`;
  return seats ? `For your ${formatCount(seats, 'seat')}, you pay ${payments}.` : `With tax, you pay ${payments}.`;
}
