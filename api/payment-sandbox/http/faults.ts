import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { StripeError, unknownError } from './errors.ts';

/** `-before`: nothing is executed. `500-after`, `reset`, `cut-body` and `delay` execute the request and spoil its answer. */
export const FAULT_KINDS = [
  '402',
  '409',
  '429',
  '500-before',
  '500-after',
  '503',
  'reset',
  'cut-body',
  'delay',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** `path`: of a request (`/v1/customers/cus_1`) or a route (`/v1/customers/:id`); without method or path, every one. */
export type Fault = {
  match: { method?: string; path?: string };
  kind: FaultKind;
  delayMs?: number;
  times: number;
};

/** With these a handler reaches the connection itself, which a fault cuts. */
export type Bindings = { Bindings: HttpBindings };

export type Faults = ReturnType<typeof createFaults>;

/** Faults in memory: a restart has none. */
export function createFaults() {
  let faults: Fault[] = [];
  return {
    list: (): readonly Fault[] => faults,
    set: (fault: Fault): void => {
      faults.push({ ...fault });
    },
    clear: (): void => {
      faults = [];
    },
    /** The fault of this request, counted down. */
    take: (request: { method: string; path: string; route: string }): Fault | null => {
      const fault = faults.find(
        ({ match }) =>
          (match.method === undefined || match.method === request.method) &&
          (match.path === undefined || match.path === request.path || match.path === request.route),
      );
      if (!fault) return null;
      fault.times -= 1;
      faults = faults.filter(({ times }) => times > 0);
      return fault;
    },
  };
}

const invalid = (status: number, code: string, message: string) =>
  new StripeError(status, { type: 'invalid_request_error', code, message });

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
      return invalid(409, 'lock_timeout', 'This object cannot be accessed right now: another request is accessing it.');
    case '429':
      return invalid(429, 'rate_limit', 'Request rate limit exceeded.');
    case '500-before':
      return unknownError();
    case '503':
      return new StripeError(503, { type: 'api_error', message: 'Stripe is temporarily unavailable.' });
    default:
      return null;
  }
}

const DEFAULT_DELAY_MS = 1_000;

/** The answer of a request that was executed, as the fault leaves it. */
export async function sendSpoiled(
  context: Context<Bindings>,
  { kind, delayMs = DEFAULT_DELAY_MS }: Fault,
  answer: { status: number; body: string; headers: Record<string, string> },
): Promise<Response> {
  const { outgoing } = context.env;
  if (kind === 'delay') await sleep(delayMs);
  if (kind === 'reset') {
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (kind === 'cut-body') {
    const body = Buffer.from(answer.body);
    outgoing.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length) });
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
    return RESPONSE_ALREADY_SENT;
  }
  return new Response(answer.body, answer);
}
