import { PaymentError, type Payments } from '#api/adapters/payments.ts';
import type { Plan, PlanInterval } from '#api/domain/catalogue-types.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, conflictError } from '#api/http/errors.ts';

const NOT_CONFIGURED =
  'Stripe is not configured. You can’t buy or change plans at the moment, and nothing was charged.';
const DECLINED = 'Your card was declined. Change your card and try again.';

/** @throws unavailable where no keys are set. */
export function requirePayments({ payments }: Pick<Deps, 'payments'>): Payments {
  if (!payments) throw new AppError('unavailable', NOT_CONFIGURED);
  return payments;
}

/** @throws conflict for a plan whose price at Stripe isn’t what the site says, or that may not be sold with this key. */
export async function requireSellable(
  { log, stripeCheck }: Pick<Deps, 'log' | 'stripeCheck'>,
  { key, planName }: Plan,
  interval: PlanInterval,
): Promise<void> {
  const obstacle = await stripeCheck.findSaleObstacle(key, interval);
  if (obstacle === null) return;
  log.error({ plan: planName, interval, obstacle }, 'plan isn’t sold: run npm run stripe:check');
  throw notSoldError(planName);
}

/** What visitors read of a plan that can’t be bought, for whichever reason. */
export const describeNotSold = (planName: string): string =>
  `You can’t buy ${planName} at the moment. Choose another plan, or contact us.`;

export const notSoldError = (planName: string) => conflictError(describeNotSold(planName));

/**
 * For `.catch` behind work that calls the provider: answers its failures with one message.
 * @throws unavailable, conflict; any other error unchanged.
 */
export const onPaymentError =
  ({ log }: Pick<Deps, 'log'>, message: string) =>
  (error: unknown): never => {
    if (!(error instanceof PaymentError)) throw error;
    log.error({ err: error, kind: error.kind, code: error.code, stripe_request: error.requestId }, message);
    if (error.kind === 'declined') throw conflictError(DECLINED);
    if (error.kind === 'unavailable') throw new AppError('unavailable', message);
    throw conflictError(message);
  };
