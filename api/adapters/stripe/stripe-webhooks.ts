import type Stripe from 'stripe';
import { PaymentError, type ProviderEvent } from '#api/adapters/payments.ts';
import { toEvent } from './stripe-mappers.ts';

/** How old a webhook may be, or how far in the future, seconds. */
const TOLERANCE_SECONDS = 300;

type WebhookSettings = {
  /** More than one while the secret is being changed. */
  secrets: readonly string[];
  isLive: boolean;
  now: () => number;
};

export function createWebhookReader(stripe: Stripe, { secrets, isLive, now }: WebhookSettings) {
  return (rawBody: string, signatureHeader: string): ProviderEvent => {
    const event = verify(stripe, { rawBody, signatureHeader, secrets, now });
    if (isWholeEvent(event) && event.livemode !== isLive)
      throw new PaymentError('bad_signature', 'The event is of the other mode.', { code: 'mode' });
    if (!isWholeEvent(event))
      throw new PaymentError('bad_signature', 'It has no id, type or object.', { code: 'malformed' });
    return toEvent(event, rawBody);
  };
}

/** What is signed may still be no event, such as a test of the secret by hand. */
function isWholeEvent(event: unknown): boolean {
  const { id, type, created, data } = (event ?? {}) as Record<string, unknown>;
  const object = (data as { object?: unknown } | null | undefined)?.object;
  const isNamed = [id, type].every((text) => typeof text === 'string' && text !== '');
  return isNamed && Number.isSafeInteger(created) && typeof object === 'object' && object !== null;
}

type Signed = { rawBody: string; signatureHeader: string; secrets: readonly string[]; now: () => number };

function verify(stripe: Stripe, { rawBody, signatureHeader, secrets, now }: Signed): Stripe.Event {
  // The SDK refuses what is too old, but takes any time in the future. It reads the last `t`, and so does this.
  const signedAt = Number([...signatureHeader.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1]);
  if (!(Math.abs(now() / 1_000 - signedAt) <= TOLERANCE_SECONDS)) {
    throw new PaymentError('bad_signature', 'The webhook is too old, or from the future.', { code: 'timestamp' });
  }
  let failure: unknown = null;
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(rawBody, signatureHeader, secret, TOLERANCE_SECONDS, undefined, now());
    } catch (error) {
      failure = error;
    }
  }
  // Also a body that is signed and not JSON, or of Stripe's other event format: not from the endpoint that we set up.
  const reason = failure instanceof Error ? failure.message : 'No webhook secret is set.';
  throw new PaymentError('bad_signature', reason, { code: 'signature', cause: failure });
}
