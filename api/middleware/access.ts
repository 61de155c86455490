import type { MiddlewareHandler } from 'hono';

const DECLARED = Symbol('access');

type Access = 'anyone';

function declare(access: Access, handler: MiddlewareHandler): MiddlewareHandler {
  return Object.assign(handler, { [DECLARED]: access });
}

/** Who may call a route. Every route begins with one of these; a test walks all routes and fails where none is. */
export const anyone = declare('anyone', (_context, next) => next());

/** What a handler declares, or undefined for one that is no access rule. */
export const declaredAccess = (handler: unknown): Access | undefined =>
  (handler as { [DECLARED]?: Access } | undefined)?.[DECLARED];
