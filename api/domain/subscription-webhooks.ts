/**
 * Events that products receive. `entitlements.changed`: what a user may do changed otherwise than by a subscription of theirs.
 * `free_plans.changed` is about nobody: what everyone has. `webhook.test` only shows that webhooks arrive.
 */
export const subscriptionEvents = [
  'subscription.started',
  'subscription.changed',
  'subscription.ended',
  'entitlements.changed',
  'free_plans.changed',
  'webhook.test',
] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/** Addresses that webhooks can go to. */
export const WEBHOOK_ENDPOINTS_MAX = 20;
/** Of one address, the newest. */
export const LISTED_WEBHOOKS_MAX = 50;
/** The header with the signature. */
export const WEBHOOK_SIGNATURE_HEADER = 'x-webhook-signature';
