import { PaymentError, type Payments } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { AppError, conflictError } from '#api/http/errors.ts';

/** @throws conflict without keys of Stripe. */
export function requireConnected({ payments }: Pick<Deps, 'payments'>): Payments {
  if (payments === null) throw conflictError('Stripe isn’t connected, so nothing was changed there.');
  return payments;
}

/** @throws conflict with Stripe's words; unavailable; any other error unchanged. */
export function throwRefusal(error: unknown, permissions?: readonly string[]): never {
  if (!(error instanceof PaymentError)) throw error;
  const message = describeRefusal(error, permissions);
  throw isUnanswered(error) ? new AppError('unavailable', message) : conflictError(message);
}

/** A key that is refused, or lacks the permission, is an answer: trying again won’t help. */
const isUnanswered = ({ kind, status }: PaymentError): boolean =>
  kind === 'unavailable' && status !== 401 && status !== 403;

/** In Stripe’s own words, and with the way out where we know it. */
export function describeRefusal(error: PaymentError, permissions: readonly string[] = ['Prices: Write']): string {
  if (isUnanswered(error)) return 'Stripe didn’t answer. Nothing was changed; try again.';
  const allowed = permissions.map((permission) => `‘${permission}’`).join(' and ');
  const wayOut = error.status === 403 ? ` Allow ${allowed} for the key in Stripe, then try again.` : '';
  return `Stripe says: ‘${error.message}’${wayOut}`;
}
