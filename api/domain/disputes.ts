import type { DisputeStatus } from './enums.ts';

/** Why the customer objects, by Stripe's word. */
const REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: 'a refund that was promised hasn’t arrived',
  duplicate: 'it was charged twice',
  fraudulent: 'the customer doesn’t recognise the payment',
  general: 'none',
  product_not_received: 'what was paid for wasn’t received',
  product_unacceptable: 'what was received isn’t as described',
  subscription_canceled: 'the subscription had been cancelled',
  unrecognized: 'the customer doesn’t recognise the payment',
};

export const formatDisputeReason = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ');

/** What a person reads of a dispute’s status. */
export const disputeLabels = {
  warning_needs_response: 'Inquiry: answer it',
  warning_under_review: 'Inquiry: being reviewed',
  warning_closed: 'Inquiry closed',
  needs_response: 'Answer it',
  under_review: 'Being reviewed',
  appeal_needs_response: 'Appeal: answer it',
  appeal_under_review: 'Appeal: being reviewed',
  won: 'Won',
  lost: 'Lost',
  prevented: 'Prevented',
} as const satisfies Record<DisputeStatus, string>;

/** True while it waits for our answer. */
export const needsAnswer = (status: DisputeStatus): boolean => status.endsWith('needs_response');
