import { setImmediate as turn } from 'node:timers/promises';
import { describeRoute, resolver, validator } from 'hono-openapi';
import type { z } from 'zod';
import { AppError, type ErrorCode, errorStatuses } from './errors.ts';
import { problemSchema } from './problem.ts';
import { toIssues, validationError } from './validation.ts';

const body = (schema: z.ZodType, contentType = 'application/json') => ({
  content: { [contentType]: { schema: resolveInTurns(schema) } },
});

/** Requests are answered between two schemas of the OpenAPI document. */
function resolveInTurns(schema: z.ZodType): ReturnType<typeof resolver> {
  const resolved = resolver(schema);
  const toOpenAPISchema: typeof resolved.toOpenAPISchema = async (...options) => {
    await turn();
    return resolved.toOpenAPISchema(...options);
  };
  return { ...resolved, toOpenAPISchema };
}

/** What each error means, in the description of a route. */
const ERROR_DESCRIPTIONS: Record<ErrorCode, string> = {
  validation_failed: 'Something in the request is missing or wrong. `issues` says what.',
  unauthenticated: 'Sign in first.',
  forbidden: 'You don’t have permission to do this.',
  not_found: 'It doesn’t exist.',
  method_not_allowed: 'This address doesn’t accept this method.',
  conflict: 'It has changed, or something else depends on it.',
  gone: 'It has expired.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type: 'The request body is of another type.',
  rate_limited: 'There were too many requests. `Retry-After` says when to try again.',
  internal: 'Something went wrong on our side.',
  unavailable: 'The server is busy or starting. Try again in a few seconds.',
  insufficient_storage: 'The server’s disk is full, so nothing was saved.',
};

export const describeError = (code: ErrorCode) => `${ERROR_DESCRIPTIONS[code]} (\`${code}\`)`;

const problemBody = body(problemSchema);
/** Each is made once, and shared by all routes. */
const failures = Object.fromEntries(
  Object.keys(ERROR_DESCRIPTIONS).map((code) => [
    code,
    { description: describeError(code as ErrorCode), ...problemBody },
  ]),
) as Record<ErrorCode, { description: string } & typeof problemBody>;

const failureResponses = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [errorStatuses[code], failures[code]]));

/** Describes how a middleware may fail, for each route that starts with it. */
export const describeFailures = (codes: readonly ErrorCode[]) => describeRoute({ responses: failureResponses(codes) });

/** The name of the security scheme of routes that ask for the key of the publishing service. */
export const SERVICE_KEY_SCHEME = 'serviceKey';

/** Describes the guard of the routes that ask for that key. */
export const describeServiceKey = () => {
  const description = 'Send the service key as `Authorization: Bearer`. (`unauthenticated`)';
  const { unauthenticated } = errorStatuses;
  return describeRoute({
    security: [{ [SERVICE_KEY_SCHEME]: [] }],
    responses: { ...failureResponses(['rate_limited']), [unauthenticated]: { description, ...problemBody } },
  });
};

/** The name of the security scheme of routes that ask for an API key, and no session. */
export const API_KEY_SCHEME = 'apiKey';

/** Describes the guard of these routes. */
export const describeApiKey = () =>
  describeRoute({
    security: [{ [API_KEY_SCHEME]: [] }],
    responses: failureResponses(['unauthenticated', 'forbidden', 'rate_limited']),
  });

/**
 * Describes a route: what it does, its response, and in `fails` its own errors. The errors of its access rule, its input
 * and the server are described for all routes.
 */
export function documentRoute(route: {
  summary: string;
  /** Markdown. */
  description?: string;
  tag: string;
  /** The body of the response; only 204 and redirects have none. */
  ok?: z.ZodType;
  /** Of that body; JSON by default. */
  contentType?: 'application/zip' | 'text/csv' | 'text/event-stream' | 'text/plain';
  /** 200 by default. */
  status?: number | readonly number[];
  fails?: readonly ErrorCode[];
}) {
  const statuses = [route.status ?? 200].flat();
  return describeRoute({
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { description: 'Success.', ...(route.ok && body(route.ok, route.contentType)) },
        ]),
      ),
      ...failureResponses([...(route.fails ?? []), 'internal', 'unavailable', 'insufficient_storage']),
    },
  });
}

/**
 * Parses the body, the query string or the path by a contract. An empty body counts as an empty object, whatever its type: what
 * it must name, the contract says. @throws validation_failed, unsupported_media_type.
 */
export function validateRequest<Target extends 'query' | 'param' | 'header' | 'json', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  const validate = validator(target, schema, (result) => {
    if (!result.success) throw validationError(toIssues(result.error as never));
  });
  if (target !== 'json') return validate;
  const validateBody: typeof validate = async (context, next) => {
    if ((await context.req.text()) !== '') requireJsonBody(context.req.header('Content-Type'));
    // The cached text is what the validator parses.
    else context.req.bodyCache.text = Promise.resolve('{}') as never;
    return validate(context, next);
  };
  // The OpenAPI document reads the schema from the validator.
  return Object.assign(validateBody, validate);
}

/** A body of another type would be read as `{}`, and what was sent in it dropped in silence. */
function requireJsonBody(contentType = ''): void {
  if (/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType.trim())) return;
  throw new AppError('unsupported_media_type', 'Send the request body as application/json.');
}
