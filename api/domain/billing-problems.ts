/** What needs someone who looks after payments, as the API counts it. */
export type BillingProblems = {
  failed_events: number;
  /** People, not subscriptions. */
  past_due: number;
  open_disputes: number;
  failed_refunds: number;
};

/** The number beside ‘Billing’, the same on every screen. `checkErrors`: what the Stripe check found wrong; its warnings can wait. */
export const countBillingProblems = (
  { failed_events, past_due, open_disputes, failed_refunds }: BillingProblems,
  checkErrors: number,
): number => failed_events + past_due + open_disputes + failed_refunds + checkErrors;
