import { Hono } from 'hono';
import type { Logger } from 'pino';
import qs from 'qs';
import { API_VERSION } from '../state/api-version.ts';
import type { Engine } from '../state/engine.ts';
import { createId } from '../state/ids.ts';
import type { Transaction } from '../state/transaction.ts';
import type { Answer, ApiContext, Bindings } from './answer.ts';
import { refuse, StripeError } from './errors.ts';
import { expand } from './expand.ts';
import { failBefore, sendSpoiled } from './fault-answers.ts';
import type { Faults } from './faults.ts';
import { createKeyedRequest, findStoredAnswer, isStored, keyInUse, type KeyedRequest } from './idempotency.ts';
import type { Keys } from './keys.ts';
import { checkParams } from './params.ts';
import type { ExpandOnly, Resource, Route } from './resource.ts';

export type ApiOptions = {
  engine: Engine;
  resources: readonly Resource[];
  keys: Keys;
  faults: Faults;
  baseUrl: () => string;
  realNow: () => number;
  log?: Logger;
};

/** The routes under /v1. */
export function createApiApp(options: ApiOptions): Hono<Bindings> {
  const { resources, faults } = options;
  const expandOnly: ExpandOnly = mergeExpandOnly(resources);
  const keysInUse = new Set<string>();
  const app = new Hono<Bindings>();
  for (const route of resources.flatMap(({ routes }) => routes)) {
    app.on(route.method, route.path, async (context) => {
      const requestId = createId('request', Math.floor(options.realNow() / 1000));
      const { method, path } = context.req;
      const fault = faults.take({ method, path, route: route.path });
      const early = fault && failBefore(fault.kind);
      const answer = early
        ? toAnswer(early)
        : await runRequest({ ...options, expandOnly, keysInUse }, context, {
            route,
            requestId,
            isLost: fault?.kind === '500-after',
          });
      options.log?.debug({ method, path, status: answer.status, requestId }, 'payment sandbox request');
      const response = { answer, headers: createHeaders(context, { requestId, answer, realNow: options.realNow() }) };
      return fault && !early ? sendSpoiled(context, fault, response) : send(response);
    });
  }
  app.all('/v1/*', (context) => {
    const { method, path } = context.req;
    const message = `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`;
    const answer = toAnswer(refuse(message, { status: 404 }));
    return send({
      answer,
      headers: createHeaders(context, { requestId: createId('request', 0), answer, realNow: options.realNow() }),
    });
  });
  return app;
}

type Running = ApiOptions & { expandOnly: ExpandOnly; keysInUse: Set<string> };
type Request = { route: Route; requestId: string; isLost: boolean };

async function runRequest(options: Running, context: ApiContext, request: Request): Promise<Answer> {
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
      return await engine.run(
        (tx) => execute(tx, { ...options, ...request, params, paths, keyed, id: context.req.param('id') ?? '' }),
        {
          id: request.requestId,
          idempotencyKey: key ?? null,
        },
      );
    } finally {
      if (key) keysInUse.delete(key);
    }
  } catch (error) {
    if (error instanceof StripeError) return toAnswer(error);
    options.log?.error({ err: error }, 'payment sandbox failed');
    return toAnswer(new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' }));
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
  const sent = isLost
    ? toAnswer(new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' }))
    : answer;
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
  const names = Array.isArray(paths) ? paths : [paths];
  if (!names.every((name) => typeof name === 'string')) throw refuse('Invalid array', { param: 'expand' });
  return { expand: names as string[], values };
}

function checkKeyAndVersion(context: ApiContext, keys: Keys): string {
  const [scheme = '', credentials = ''] = (context.req.header('authorization') ?? '').split(' ');
  const key = scheme.toLowerCase() === 'basic' ? atob(credentials).split(':')[0] : credentials;
  if (!key) {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
    throw refuse(message, { status: 401 });
  }
  keys.check(key, context.req);
  const version = context.req.header('stripe-version') ?? API_VERSION;
  if (version !== API_VERSION) {
    throw refuse(`Invalid Stripe API version: ${version}. The payment sandbox speaks ${API_VERSION} only.`);
  }
  return key;
}

export const toAnswer = ({ status, body }: StripeError): Answer => ({
  status,
  body: JSON.stringify({ error: body }, null, 2),
});

type Answered = { requestId: string; answer: Answer; realNow: number };

function createHeaders(context: ApiContext, { requestId, answer, realNow }: Answered): Record<string, string> {
  const key = context.req.header('idempotency-key');
  return {
    'content-type': 'application/json',
    date: new Date(realNow).toUTCString(),
    'request-id': requestId,
    'stripe-version': API_VERSION,
    ...(key && { 'idempotency-key': key }),
    ...(answer.isReplayed && { 'idempotent-replayed': 'true' }),
  };
}

const send = ({ answer, headers }: { answer: Answer; headers: Record<string, string> }): Response =>
  new Response(answer.body, { status: answer.status, headers });

function mergeExpandOnly(resources: readonly Resource[]): ExpandOnly {
  const merged: Record<string, object> = {};
  for (const [kind, fields] of resources.flatMap(({ expandOnly = {} }) => Object.entries(expandOnly))) {
    merged[kind] = { ...merged[kind], ...fields };
  }
  return merged as ExpandOnly;
}
