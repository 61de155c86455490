import Stripe from 'stripe';

/** One attempt may take this long, milliseconds. With one retry and its pause, a call fails after 11 s at most. */
const TIMEOUT_MS = 5_000;
const MAX_RETRIES = 1;

/** For clean-up after a failure: the answer must still come within 12 s. */
export const cleanUpOptions = { timeout: 1_000, maxNetworkRetries: 0 } as const satisfies Stripe.RequestOptions;

/** `apiBase` is an origin that replaces Stripe's own, such as the payment sandbox's. */
export function createStripeClient(options: { secretKey: string; apiBase: string | null }): Stripe {
  const base = options.apiBase === null ? null : new URL(options.apiBase);
  return new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    // It would also write a file into the home directory.
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: Number(base.port || (base.protocol === 'https:' ? 443 : 80)),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}
