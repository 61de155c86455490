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
  /** The payment without tax: '$10'. */
  net: z.string().min(1),
  /** The payment with the tax of so far, and with that from then on. */
  before: z.string().min(1),
  after: z.string().min(1),
  /** '20% VAT' */
  ratesBefore: z.string().min(1),
  ratesAfter: z.string().min(1),
  /** The day of the first payment with the other tax, already formatted. */
  startsOn: z.string().min(1),
});

/** The tax on top of a subscriber's price rises, and so the next payment. */
export const taxMoveEmail: EmailTemplate<typeof data> = {
  data,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    net: getSampleAmount(1_000),
    before: getSampleAmount(1_200),
    after: getSampleAmount(1_220),
    ratesBefore: '20% VAT',
    ratesAfter: '22% VAT',
    startsOn: formatSampleDay('2027-01-14'),
  }),
  create: (
    { branding },
    { firstName, productName, planName, net, before, after, ratesBefore, ratesAfter, startsOn },
  ) => {
    const name = formatPlanName(productName, planName);
    return {
      subject: `The tax on your ${name} subscription changes`,
      preview: `Your payment on ${startsOn} is ${after} instead of ${before}.`,
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: `Your next payment for ${name}, on ${startsOn}, is ${after} instead of ${before}, because the tax is ${ratesAfter} instead of ${ratesBefore} from then on. The price without tax stays ${net}.`,
        },
        { text: 'You don’t have to do anything. If you don’t want it, you can cancel your subscription before.' },
        { label: 'See your subscription', href: `${branding.url}/subscriptions` },
      ],
    };
  },
};
