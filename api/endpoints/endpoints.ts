import { type Context, type Env, Hono, type MiddlewareHandler } from 'hono';
import type { BlankEnv, BlankSchema, MergePath, MergeSchemaPath, Schema } from 'hono/types';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { JSONParsed } from 'hono/utils/types';
import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { Permission } from '#api/domain/permissions.ts';
import type { PrivateData } from '#api/domain/private-data.ts';
import {
  allowAnyone,
  allowAnyoneWithSession,
  type Caller,
  requirePermission,
  requireReader,
  requireReading,
  requireSession,
  signedInOrHandoff,
} from './access.ts';
import { BODY_MAX_BYTES, limitBodySize } from '#api/http/body-limit.ts';
import type { ErrorCode } from '#api/http/errors.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';

/** A guard that a feature makes itself, such as `requireServiceKey`. */
type OwnGuard = MiddlewareHandler;
/**
 * Who may call a route: anyone, where `optional-session` gives the caller if there is one; a session of this site; also one
 * that was handed to another origin; a session, or a key for documentation (`reader`); or a session whose role has the permission.
 */
type AccessRule =
  'anyone' | 'optional-session' | 'signed-in' | 'signed-in-or-handoff' | 'reader' | Permission | OwnGuard;

/** What a route says about itself; its guard, its validation and its OpenAPI description follow from it. */
type Declaration = {
  summary: string;
  /** Markdown. */
  description?: string;
  /** That of the other routes by default. */
  access?: AccessRule;
  /** Kinds of data in the answer that the permission alone, or a key that has it, doesn't open. */
  reads?: readonly PrivateData[];
  /** Runs before the input is read. @throws rate_limited */
  limit?: (context: Context) => void;
  /** Of the request’s body; 256 KB by default, and null where the handler limits what it streams. */
  maxBytes?: number | null;
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** Of the response; only 204 and redirects have none. */
  answer?: z.ZodType;
  /** Of that body; JSON by default. */
  contentType?: 'application/zip' | 'text/csv' | 'text/event-stream' | 'text/plain';
  /** 200 by default, and 204 without an answer. The first of several is sent unless the handler makes the response itself. */
  status?: number | readonly number[];
  /** Its own errors: those of its access, its input and the server are described for all routes. */
  fails?: readonly ErrorCode[];
};

type Output<Type> = Type extends z.ZodType ? z.output<Type> : undefined;
type CallerOf<Rule> = Rule extends 'anyone' | OwnGuard
  ? undefined
  : Rule extends 'optional-session'
    ? Caller | null
    : Caller;
type RuleOf<D, Default> = D extends { access: infer Rule extends AccessRule } ? Rule : Default;

/** What a handler gets: the validated input, the caller, and the context for what is rarely needed. */
type EndpointRequest<D extends Declaration, Default> = {
  params: Output<D['params']>;
  query: Output<D['query']>;
  headers: Output<D['headers']>;
  body: Output<D['body']>;
  caller: CallerOf<RuleOf<D, Default>>;
  context: Context;
};

/** The JSON that the contract describes; or a response that the handler has made, such as a file or a redirect. */
type EndpointAnswer<D extends Declaration> = D['answer'] extends z.ZodType
  ? z.output<D['answer']> | Response
  : // biome-ignore lint/suspicious/noConfusingVoidType: what an async function without a result returns
    Response | void;

type InputOf<D extends Declaration> = (D['params'] extends z.ZodType
  ? { param: Record<keyof z.output<D['params']>, string> }
  : unknown) &
  (D['query'] extends z.ZodType ? { query: z.input<D['query']> } : unknown) &
  (D['body'] extends z.ZodType ? { json: z.input<D['body']> } : unknown);

/** What the handler returned; what the contract says where the handler makes the response itself. */
type JsonOf<D extends Declaration, Result> = [Exclude<Result, Response>] extends [never]
  ? Output<D['answer']>
  : Exclude<Result, Response>;

/** The route as the browser's calls are typed by it (`src/lib/api-types.ts`). */
type EndpointSchema<Method extends string, Path extends string, D extends Declaration, Result> = {
  [K in Path]: {
    [M in `$${Method}`]: {
      input: InputOf<D>;
      output: D['answer'] extends z.ZodType ? JSONParsed<JsonOf<D, Result>> : undefined;
      outputFormat: D['answer'] extends z.ZodType ? 'json' : 'body';
      status: ContentfulStatusCode;
    };
  };
};

type AddEndpoint<S extends Schema, Default extends AccessRule, Method extends string> = <
  Path extends string,
  const D extends Declaration,
  Result extends EndpointAnswer<D>,
>(
  path: Path,
  declaration: D,
  handle: (request: EndpointRequest<D, Default>) => Result | Promise<Result>,
) => Endpoints<S & EndpointSchema<Method, Path, D, Result>, Default>;

/** A chain of routes, each one declaration and one handler. */
export type Endpoints<S extends Schema, Default extends AccessRule> = {
  get: AddEndpoint<S, Default, 'get'>;
  post: AddEndpoint<S, Default, 'post'>;
  put: AddEndpoint<S, Default, 'put'>;
  delete: AddEndpoint<S, Default, 'delete'>;
  /** Adds the routes of another chain under a path. */
  include<Path extends string, Sub extends Schema>(
    path: Path,
    routes: Hono<Env, Sub>,
  ): Endpoints<S & MergeSchemaPath<Sub, MergePath<'/', Path>>, Default>;
  /** The routes, for `app.route`. */
  build(): Hono<BlankEnv, S, '/'>;
};

/**
 * Routes of one feature: `tag` groups them in the OpenAPI document, `access` is who may call those that don’t say otherwise.
 *
 *   endpoints(deps, { tag: 'Users (admin)', access: 'users.read' })
 *     .get('/:id', { summary: 'Get a user', params: idParams, answer: userResponse, fails: ['not_found'] }, ({ params }) =>
 *       getUser(deps, params.id))
 *     .build()
 */
export function endpoints<const Default extends AccessRule>(
  deps: Deps,
  options: { tag: string; access: Default },
): Endpoints<BlankSchema, Default> {
  const routes = new Hono();
  // Each has a session store: one for a rule, not one for a route.
  const guards = new Map<AccessRule, MiddlewareHandler>();
  const getGuard = (access: AccessRule) => {
    const guard = guards.get(access) ?? toGuard(deps, access);
    guards.set(access, guard);
    return guard;
  };
  const add = (method: string) => (path: string, declaration: Declaration, handle: (request: never) => unknown) => {
    const guard = getGuard(declaration.access ?? options.access);
    const [status] = readStatuses(declaration);
    routes.on([method], [path], ...toHandlers(guard, options.tag, declaration), async (context) => {
      const answer = await handle(readRequest(context) as never);
      if (answer instanceof Response) return answer;
      return answer === undefined
        ? context.body(null, status as 204)
        : context.json(answer, status as ContentfulStatusCode);
    });
    return chain;
  };
  const chain = {
    get: add('GET'),
    post: add('POST'),
    put: add('PUT'),
    delete: add('DELETE'),
    include: (path: string, included: Hono) => {
      routes.route(path, included);
      return chain;
    },
    build: () => routes,
  };
  return chain as unknown as Endpoints<BlankSchema, Default>;
}

const readStatuses = ({ status, answer }: Declaration): readonly number[] => [status ?? (answer ? 200 : 204)].flat();

/** The guard comes first: `tests/api/access` reads the rule of a route from it. */
function toHandlers(guard: MiddlewareHandler, tag: string, declaration: Declaration): MiddlewareHandler[] {
  const { params, query, headers, body, answer, limit, reads, maxBytes = BODY_MAX_BYTES, ...described } = declaration;
  return [
    guard,
    ...(reads ? [requireReading(reads)] : []),
    documentRoute({ ...described, tag, status: readStatuses(declaration), ...(answer && { ok: answer }) }),
    ...(maxBytes === null ? [] : [limitBodySize(maxBytes)]),
    ...(limit ? [runBefore(limit)] : []),
    ...(params ? [validateRequest('param', params)] : []),
    ...(query ? [validateRequest('query', query)] : []),
    ...(headers ? [validateRequest('header', headers)] : []),
    ...(body ? [validateRequest('json', body)] : []),
  ];
}

const runBefore =
  (check: (context: Context) => void): MiddlewareHandler =>
  (context, next) => {
    check(context);
    return next();
  };

function toGuard(deps: Deps, access: AccessRule): MiddlewareHandler {
  if (typeof access === 'function') return access;
  if (access === 'anyone') return allowAnyone;
  if (access === 'optional-session') return allowAnyoneWithSession(deps);
  if (access === 'signed-in') return requireSession(deps);
  if (access === 'reader') return requireReader(deps);
  if (access === 'signed-in-or-handoff') return signedInOrHandoff(deps);
  return requirePermission(deps, access);
}

/** What was not declared was not validated, and reads as undefined. */
const readRequest = (context: Context) => ({
  params: context.req.valid('param' as never),
  query: context.req.valid('query' as never),
  headers: context.req.valid('header' as never),
  body: context.req.valid('json' as never),
  caller: context.get('caller') ?? context.get('optionalCaller'),
  context,
});
