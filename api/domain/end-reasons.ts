import { cancellationFeedbacks, type CancellationFeedback } from './enums.ts';

/** Why people end their subscription, as the books list it: Stripe's list of answers. */
export const cancellationLabels: Record<CancellationFeedback, string> = {
  too_expensive: 'Too expensive',
  missing_features: 'Missing features',
  switched_service: 'Switched to another service',
  unused: 'Not used enough',
  customer_service: 'Customer service',
  too_complex: 'Too complicated',
  low_quality: 'Quality',
  other: 'Another reason',
};

/** Of an answer, or of what ended a subscription without one. */
export function describeEndReason(reason: string): string {
  if (reason === 'payment_failed') return 'Payment failed';
  if (reason === 'ended_by_staff') return 'Ended by the team';
  const known = cancellationFeedbacks.find((feedback) => feedback === reason);
  return known ? cancellationLabels[known] : 'No answer';
}
