/** What waits to be done in the background, by name. */
export const queueNames = [
  'mail',
  'publishes',
  'cdn_purges',
  'openshelf_webhooks',
  'subscription_webhooks',
  'stripe_events',
] as const;
export type QueueName = (typeof queueNames)[number];
