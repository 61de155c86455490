import { z } from 'zod';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { createPlanSample, type EmailTemplate, formatGreeting, formatSampleDay, SAMPLE_NAME } from './layout.email.ts';

const plan = {
  firstName: z.string().nullish(),
  productName: z.string().min(1),
  planName: z.string().min(1),
};

const extension = z.object({
  ...plan,
  days: z.number().int().min(1),
  /** The day of the next payment, or of the end of the trial, already formatted. */
  until: z.string().min(1),
  /** Nothing was paid yet: the trial ends later. */
  isTrial: z.boolean().optional(),
});

/** Staff moved the next payment of a subscription, or the end of its trial. */
export const subscriptionExtendedEmail: EmailTemplate<typeof extension> = {
  data: extension,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    days: 14,
    until: formatSampleDay('2026-12-28'),
  }),
  create: ({ branding }, { firstName, productName, planName, days, until, isTrial }) => {
    const name = formatPlanName(productName, planName);
    const count = formatCount(days, 'day');
    const moved = isTrial ? `Your trial now ends on ${until}` : `Your next payment is on ${until}`;
    return {
      subject: `${count} of ${name}, free of charge`,
      preview: `${moved}.`,
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: `We have added ${count} to ${isTrial ? 'the trial of ' : ''}your ${name} subscription, free of charge.`,
        },
        { text: `${moved}. Nothing is charged before, and you don’t have to do anything.` },
        { label: 'See your subscription', href: `${branding.url}/subscriptions` },
      ],
    };
  },
};

const coupon = z.object({
  ...plan,
  /** What the coupon is called. */
  coupon: z.string().min(1),
  /** '25% off for 3 months' */
  words: z.string().min(1),
  isAdded: z.boolean(),
});

/** Staff added a coupon to a subscription, or removed one. */
export const subscriptionCouponEmail: EmailTemplate<typeof coupon> = {
  data: coupon,
  createSample: () => ({
    firstName: SAMPLE_NAME,
    ...createPlanSample(),
    coupon: 'Thank you',
    words: '25% off for 3 months',
    isAdded: true,
  }),
  create: ({ branding }, { firstName, productName, planName, coupon: couponName, words, isAdded }) => {
    const name = formatPlanName(productName, planName);
    return {
      subject: isAdded ? `${words} of ${name}` : `A coupon of your ${name} subscription was removed`,
      preview: isAdded ? 'It applies by itself.' : `‘${couponName}’: ${words}.`,
      parts: [
        { text: formatGreeting(firstName) },
        {
          text: isAdded
            ? `We have added the coupon ‘${couponName}’ to your ${name} subscription: ${words}. It applies by itself, from your next payment on.`
            : `We have removed the coupon ‘${couponName}’ (${words}) from your ${name} subscription. Your next payment is without it.`,
        },
        { label: 'See your subscription', href: `${branding.url}/subscriptions` },
      ],
    };
  },
};
