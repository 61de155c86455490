import Stripe from 'stripe';

/** One attempt may take this long, milliseconds. */
const TIMEOUT_MS = 5_000;
const MAX_RETRIES = 1;
/** The SDK's longest pause before its first retry, milliseconds. */
const RETRY_PAUSE_MS = 500;

/** How long a call may take until it has failed, milliseconds. */
export const MAX_CALL_MS = TIMEOUT_MS * (MAX_RETRIES + 1) + RETRY_PAUSE_MS * MAX_RETRIES;

/** For calls whose result is optional: clean-up after a call that failed, the card on a page. */
export const briefOptions = { timeout: 1_000, maxNetworkRetries: 0 } as const satisfies Stripe.RequestOptions;

type Options = {
  secretKey: string;
  apiBase: string | null;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
};

/** `apiBase` is an origin that replaces Stripe's own, such as the payment sandbox's. */
export function createStripeClient(options: Options): Stripe {
  const base = options.apiBase === null ? null : new URL(options.apiBase);
  return new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: options.maxRetries ?? MAX_RETRIES,
    // It would also write a file into the home directory.
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: Number(base.port || (base.protocol === 'https:' ? 443 : 80)),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}
