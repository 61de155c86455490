import type { Context, Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#api/http/errors.ts';

/** Bodies in general, bytes. */
const BODY_MAX_BYTES = 256 * 1024;
/** Bodies that carry the content of a post or document, bytes. */
const CONTENT_MAX_BYTES = 2 * 1024 * 1024;
/** Events of Stripe, bytes. */
const WEBHOOK_MAX_BYTES = 512 * 1024;
/** Reports of browsers, bytes. */
const REPORT_MAX_BYTES = 64 * 1024;
const CARRIES_CONTENT = /^\/api\/(blogs|documents)(\/|$)/;

const limit = (maxSize: number, label: string) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('payload_too_large', `This is too large to send. The limit is ${label}.`);
    },
  });
const defaultLimit = limit(BODY_MAX_BYTES, '256 KB');
const reports = limit(REPORT_MAX_BYTES, '64 KB');
const webhooks = limit(WEBHOOK_MAX_BYTES, '512 KB');
const contentLimit = limit(CONTENT_MAX_BYTES, '2 MB');

/** A file is streamed, and its route has limits of its own. */
const isUpload = ({ req }: Context) => req.method === 'POST' && req.path === '/api/uploads';

/** Refuses bodies that are larger than their route can need, chunked ones too. */
export const limitBodySize = (context: Context, next: Next) => {
  if (isUpload(context)) return next();
  if (context.req.path === '/api/csp-report' || context.req.path === '/api/client-errors')
    return reports(context, next);
  if (context.req.path === '/api/stripe/webhook') return webhooks(context, next);
  return (CARRIES_CONTENT.test(context.req.path) ? contentLimit : defaultLimit)(context, next);
};
