import type { PlanJson } from '#api/features/subscriptions/subscriptions.contract.ts';

/** A price as a page shows it, which may have been loaded some time ago or belong to a restored release. */
export type ShownOffer = {
  planName: string;
  /** 'month' or 'year'. */
  interval: string;
  /** In whole units of the currency. */
  amount: number;
  currency: string;
  /** Days that a first subscription is free at its start; 0 for none. */
  trialDays: number;
};

export type OfferState =
  | { kind: 'same' }
  /** Sold, and for another price, in another currency or with another trial than the page says. */
  | { kind: 'changed'; offer: ShownOffer }
  /** `words`: a sentence for visitors. */
  | { kind: 'unsold'; words: string }
  /** The plan has another name now, or is archived, or is no longer sold by that interval. */
  | { kind: 'gone' };

/** Compares a price on a page with what the plans are sold for now. Pages of earlier versions name no amount, and count as right. */
export function compareOffer(shown: ShownOffer, plans: readonly PlanJson[]): OfferState {
  const plan = plans.find(({ planName }) => planName === shown.planName);
  const price = plan?.prices.find(({ interval }) => interval === shown.interval);
  if (!plan || !price) return { kind: 'gone' };
  if (price.obstacle !== null) return { kind: 'unsold', words: price.obstacle };
  const offer = { ...shown, amount: price.price, currency: plan.currency, trialDays: plan.trial_days };
  const isSame =
    Number.isNaN(shown.amount) ||
    (offer.amount === shown.amount && offer.currency === shown.currency && offer.trialDays === shown.trialDays);
  return isSame ? { kind: 'same' } : { kind: 'changed', offer };
}
