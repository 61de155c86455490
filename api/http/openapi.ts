import { describeRoute, resolver, validator } from 'hono-openapi';
import type { z } from 'zod';
import { AppError, type ErrorCode, errorStatuses } from './errors.ts';
import { problemSchema } from './problem.ts';
import { toIssues, validationError } from './validation.ts';

const body = (schema: z.ZodType, contentType = 'application/json') => ({
  content: { [contentType]: { schema: resolver(schema) } },
});

const failureResponses = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [errorStatuses[code], { description: code, ...body(problemSchema) }]));

/** Describes how a middleware may fail, for each route that starts with it. */
export const describeFailures = (codes: readonly ErrorCode[]) => describeRoute({ responses: failureResponses(codes) });

/**
 * Describes a route: what it does, what it answers, and in `fails` how it may fail by itself. What its access rule, its
 * input and a fault of the server answer is described for all routes.
 */
export function documentRoute(route: {
  summary: string;
  tag: string;
  /** The body of the answer; only 204 and redirects have none. */
  ok?: z.ZodType;
  /** Of that body; JSON by default. */
  contentType?: 'text/csv' | 'text/event-stream';
  /** 200 by default. */
  status?: number | readonly number[];
  fails?: readonly ErrorCode[];
}) {
  const statuses = [route.status ?? 200].flat();
  return describeRoute({
    summary: route.summary,
    tags: [route.tag],
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { description: 'As requested', ...(route.ok && body(route.ok, route.contentType)) },
        ]),
      ),
      ...failureResponses([...(route.fails ?? []), 'internal', 'unavailable', 'insufficient_storage']),
    },
  });
}

/** Parses the body, the query string or the path by a contract. @throws validation_failed, unsupported_media_type. */
export function validateRequest<Target extends 'query' | 'param' | 'json', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return validator(target, schema, (result, context) => {
    if (target === 'json') requireJsonBody(context.req.header('Content-Type'));
    if (!result.success) throw validationError(toIssues(result.error as never));
  });
}

/** A body of another type would be read as `{}`, and what was sent in it dropped in silence. */
function requireJsonBody(contentType = ''): void {
  if (/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType.trim())) return;
  throw new AppError('unsupported_media_type', 'Send the request body as application/json.');
}
