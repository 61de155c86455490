import { PaymentError } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { conflictError } from '#api/http/errors.ts';
import { onPaymentError, requirePayments } from '#api/features/subscriptions/provider.service.ts';
import { findCustomerId } from '#api/features/subscriptions/subscriptions.queries.ts';

const noCustomer = () => conflictError('You don’t have a payment method yet. It’s added with your first payment.');

/** A fresh address of the provider's portal: it is valid for a few minutes. @throws conflict, unavailable. */
export async function openPortal(
  deps: Deps,
  userId: number,
  flow: 'overview' | 'payment_method',
): Promise<{ url: string }> {
  const payments = requirePayments(deps);
  const customerId = await findCustomerId(deps.db, userId);
  if (customerId === null) throw noCustomer();
  const returnUrl = `${deps.site.url}/subscriptions`;
  return payments.createPortalSession({ customerId, returnUrl, flow }).catch((error: unknown) => {
    if (error instanceof PaymentError && error.kind === 'not_found') throw noCustomer();
    return onPaymentError(deps, 'Failed to open your payment methods')(error);
  });
}
