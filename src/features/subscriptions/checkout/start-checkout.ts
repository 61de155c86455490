import { formatPrice } from '#api/domain/money.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { PlanJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { reportError } from '#src/lib/report-error.ts';
import { readToken, readUser } from '#src/lib/session-storage.ts';
import { createCheckoutSession } from '../subscription-api.ts';
import { getServerMessage, NOT_CONFIGURED } from '../subscription-model.ts';
import type { ShownOffer } from './offers.ts';
import { rememberStartedPlan } from './started-plan.ts';

const FAILED = 'Failed to start subscription process';

/** A failure whose message is for the user. */
class CheckoutError extends Error {}

/** What somebody pressed: the plan, how often it is paid, and for how many seats. */
type Wanted = { planName: string; interval: string; quantity: number };

/** Opens a checkout for a plan and returns its address. @throws CheckoutError, ApiError */
export async function startCheckout(
  { planName, interval, quantity }: Wanted,
  plans: readonly PlanJson[],
): Promise<string> {
  const user = readToken() && readUser();
  if (!user) throw new CheckoutError('User not authenticated');
  const offer = plans.find((each) => each.planName === planName);
  if (!offer) {
    // Renamed or archived since the page was loaded.
    reportError(new Error(`Plan configuration not found for ${planName}`));
    throw new CheckoutError('Reload the page and choose your plan again.');
  }
  const priceId = offer.prices.find((price) => price.interval === interval)?.priceId;
  if (!priceId) throw new CheckoutError(`${NOT_CONFIGURED}. You can’t subscribe right now.`);
  rememberStartedPlan(planName);
  return (await createCheckoutSession(user.id, offer, { priceId, quantity })).url;
}

/** The server's message, or that it failed. */
export const formatCheckoutError = (error: unknown): string =>
  error instanceof CheckoutError ? error.message : (getServerMessage(error) ?? FAILED);

/** 'Solo costs US$12 per month now, with a free trial of 14 days.' Said before a press counts, where the page says otherwise. */
export function describeChangedOffer(shown: ShownOffer, offer: ShownOffer): string {
  const price = `${formatPrice(offer.amount, offer.currency)} per ${offer.interval}`;
  const trial =
    offer.trialDays === 0 ? 'without a free trial' : `with a free trial of ${formatCount(offer.trialDays, 'day')}`;
  return `${offer.planName} costs ${price} now${offer.trialDays === shown.trialDays ? '' : `, ${trial}`}.`;
}
