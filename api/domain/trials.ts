const DAY_MS = 24 * 60 * 60 * 1000;

/** State of a subscription when its next payment was moved: in its trial, or past it. Stored with the subscription at Stripe. */
export type ExtendedFrom = 'trial' | 'paying';

type FreeTime = {
  /** When the subscription and the free time that Stripe calls its trial began (UTC ms). */
  createdAt: number;
  trialStart: number | null;
  /** Null for what was not extended by us. */
  extendedFrom: ExtendedFrom | null;
};

/**
 * Whether the free time that Stripe calls a trial was given to somebody who was past their trial. Stripe has one way to move a payment
 * and calls both `trialing`; this is the only place that tells them apart. Without our note, as after a change in Stripe's dashboard,
 * free time that begins more than a day after the subscription is an extension.
 */
export function isExtensionOfPaying({ createdAt, trialStart, extendedFrom }: FreeTime): boolean {
  if (extendedFrom !== null) return extendedFrom === 'paying';
  return trialStart !== null && trialStart - createdAt > DAY_MS;
}
