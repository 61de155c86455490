import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import qs from 'qs';
import type { Engine } from '../state/engine.ts';
import { createId } from '../state/ids.ts';
import { API_VERSION, type Transaction } from '../state/transaction.ts';
import { refuse, StripeError, unknownError } from './errors.ts';
import { expand } from './expand.ts';
import { type Bindings, failBefore, type Faults, sendSpoiled } from './faults.ts';
import { createKeyedRequest, findStoredAnswer, isStored, keyInUse, type KeyedRequest } from './idempotency.ts';
import type { Keys } from './keys.ts';
import { checkParams } from './params.ts';
import type { ExpandOnly, Route } from './route.ts';

export type ApiOptions = {
  engine: Engine;
  /** Of two that match, the first answers: `/v1/invoices/create_preview` comes before `/v1/invoices/:id`. */
  routes: readonly Route[];
  expandOnly: ExpandOnly;
  keys: Keys;
  faults: Faults;
  baseUrl: () => string;
  realNow: () => number;
  log?: Logger;
};

type Answer = { status: number; body: string; isReplayed?: boolean };

/** The routes under /v1. */
export function createApiApp(options: ApiOptions): Hono<Bindings> {
  const { routes, faults, log, realNow } = options;
  const keysInUse = new Set<string>();
  const app = new Hono<Bindings>();
  const createHeaders = (context: Context, requestId: string, { isReplayed }: Answer): Record<string, string> => {
    const key = context.req.header('idempotency-key');
    return {
      'content-type': 'application/json',
      date: new Date(realNow()).toUTCString(),
      'request-id': requestId,
      'stripe-version': API_VERSION,
      ...(key && { 'idempotency-key': key }),
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    };
  };
  for (const route of routes) {
    app.on(route.method, route.path, async (context) => {
      const requestId = createId('request', Math.floor(realNow() / 1000));
      const { method, path } = context.req;
      const fault = faults.take({ method, path, route: route.path });
      const early = fault && failBefore(fault.kind);
      const request = { route, requestId, isLost: fault?.kind === '500-after' };
      const answer = early ? toAnswer(early) : await runRequest({ ...options, keysInUse }, context, request);
      log?.debug({ method, path, route: route.path, status: answer.status, requestId }, 'payment sandbox request');
      const sent = { status: answer.status, body: answer.body, headers: createHeaders(context, requestId, answer) };
      return fault && !early ? sendSpoiled(context, fault, sent) : new Response(sent.body, sent);
    });
  }
  app.all('/v1/*', (context) => {
    const { method, path } = context.req;
    const answer = toAnswer(refuse(`Unrecognized request URL (${method}: ${path}).`, { status: 404 }));
    return new Response(answer.body, {
      status: answer.status,
      headers: createHeaders(context, createId('request', 0), answer),
    });
  });
  return app;
}

type Running = ApiOptions & { keysInUse: Set<string> };
type Request = { route: Route; requestId: string; isLost: boolean };

async function runRequest(options: Running, context: Context, request: Request): Promise<Answer> {
  const { engine, keys, keysInUse } = options;
  const key = context.req.method === 'POST' ? context.req.header('idempotency-key') : undefined;
  try {
    const apiKey = checkKeyAndVersion(context, keys);
    const body = context.req.method === 'POST' ? await context.req.text() : new URL(context.req.url).search.slice(1);
    const { expand: paths, values } = decodeForm(body);
    keys.checkExpand(apiKey, paths);
    const params = checkParams(request.route.params, values);
    const keyed = key ? createKeyedRequest(key, { path: context.req.path, body }) : null;
    if (key && keysInUse.has(key)) throw keyInUse(key);
    if (key) keysInUse.add(key);
    try {
      const execution = { ...options, ...request, params, paths, keyed, id: context.req.param('id') ?? '' };
      return await engine.run((tx) => execute(tx, execution), { id: request.requestId, idempotencyKey: key ?? null });
    } finally {
      if (key) keysInUse.delete(key);
    }
  } catch (error) {
    if (error instanceof StripeError) return toAnswer(error);
    options.log?.error({ err: error }, 'payment sandbox failed');
    return toAnswer(unknownError());
  }
}

type Execution = Running &
  Request & { params: unknown; paths: readonly string[]; keyed: KeyedRequest | null; id: string };

/** Returns errors as answers, so that they are stored under the key together with what the request keeps. */
function execute(tx: Transaction, execution: Execution): Answer {
  const { route, keyed, params, paths, id, expandOnly, isLost } = execution;
  const realNow = Math.floor(execution.realNow() / 1000);
  const stored = keyed && findStoredAnswer(tx, keyed, realNow);
  if (stored) return { status: stored.status, body: stored.body, isReplayed: true };
  const answer = attempt(tx, () => {
    const object = route.handle({ tx, params, id, baseUrl: execution.baseUrl() });
    return expand(tx, object, paths, expandOnly);
  });
  const sent = isLost ? toAnswer(unknownError()) : answer;
  if (keyed && isStored(sent.status)) {
    tx.put('sandbox.idempotency_key', { id: keyed.key, request: keyed.fingerprint, created: realNow, ...sent });
  }
  return sent;
}

function attempt(tx: Transaction, work: () => object): Answer {
  try {
    return { status: 200, body: JSON.stringify(work(), null, 2) };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    if (!error.keepsChanges) tx.discard();
    return toAnswer(error);
  }
}

/** `expand` belongs to every route, so it is taken out before the schema sees the parameters. */
function decodeForm(text: string): { expand: string[]; values: Record<string, unknown> } {
  const decoded = qs.parse(text, { depth: 12, arrayLimit: 500, parameterLimit: 5000 });
  const { expand: paths = [], ...values } = decoded;
  return { expand: [paths].flat().map(String), values };
}

function checkKeyAndVersion(context: Context, keys: Keys): string {
  const key = context.req.header('authorization')?.split(' ')[1];
  if (!key) throw refuse('You did not provide an API key.', { status: 401 });
  keys.check(key, context.req);
  const version = context.req.header('stripe-version') ?? API_VERSION;
  if (version !== API_VERSION) {
    throw refuse(`Invalid Stripe API version: ${version}. The payment sandbox speaks ${API_VERSION} only.`);
  }
  return key;
}

const toAnswer = ({ status, body }: StripeError): Answer => ({
  status,
  body: JSON.stringify({ error: body }, null, 2),
});
