import { setTimeout as sleep } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Answer, ApiContext } from './answer.ts';
import { StripeError } from './errors.ts';
import type { Fault, FaultKind } from './faults.ts';

const DEFAULT_DELAY_MS = 1_000;

/** The error of a fault that executes nothing; null for one that does. */
export function failBefore(kind: FaultKind): StripeError | null {
  switch (kind) {
    case '402':
      return new StripeError(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      });
    case '409':
      return new StripeError(409, {
        type: 'invalid_request_error',
        code: 'lock_timeout',
        message: 'This object cannot be accessed right now because another API request is accessing it.',
      });
    case '429':
      return new StripeError(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      });
    case '500-before':
      return new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' });
    case '503':
      return new StripeError(503, { type: 'api_error', message: 'Stripe is temporarily unavailable.' });
    default:
      return null;
  }
}

/** The answer of a request that was executed, as the fault leaves it. */
export async function sendSpoiled(
  context: ApiContext,
  { kind, delayMs = DEFAULT_DELAY_MS }: Fault,
  { answer, headers }: { answer: Answer; headers: Record<string, string> },
): Promise<Response> {
  const { outgoing } = context.env;
  if (kind === 'delay') await sleep(delayMs);
  if (kind === 'reset') {
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (kind === 'cut-body') {
    const body = Buffer.from(answer.body);
    outgoing.writeHead(answer.status, { ...headers, 'content-length': String(body.length) });
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
    return RESPONSE_ALREADY_SENT;
  }
  return new Response(answer.body, { status: answer.status, headers });
}
