import Stripe from 'stripe';
import { PaymentError, type PaymentFailure } from '#api/adapters/payments.ts';

/** For `.catch` behind a call of the SDK. @throws PaymentError for Stripe's errors, any other unchanged. */
export function throwPaymentError(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  throw new PaymentError(toFailure(error), error.message, {
    code: error.code ?? null,
    param: error.param ?? null,
    requestId: error.requestId || null,
    status: error.statusCode ?? null,
    cause: error,
  });
}

/** For `.catch` behind `throwPaymentError`: what is answered where the key lacks the permission. @throws any other error unchanged. */
export const orIfForbidden =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof PaymentError && error.status === 403) return value;
    throw error;
  };

function toFailure(error: Stripe.errors.StripeError): PaymentFailure {
  if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'bad_signature';
  if (error instanceof Stripe.errors.StripeCardError) return 'declined';
  // An unknown id is a 404 in the path and a 400 in a parameter.
  if (error.code === 'resource_missing') return 'not_found';
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused';
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'refused';
  // No answer, 409, 429, 5xx, and a key that Stripe doesn't accept: nothing that the caller can correct.
  return 'unavailable';
}
