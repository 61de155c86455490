import type { RefundReason } from './enums.ts';

/** Why a payment is refunded, as staff choose and read it. */
export const refundReasonLabels = {
  requested_by_customer: 'Requested by the customer',
  duplicate: 'Charged twice',
  fraudulent: 'Fraudulent payment',
  other: 'Another reason',
} as const satisfies Record<RefundReason, string>;
