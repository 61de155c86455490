import { bodyLimit } from 'hono/body-limit';
import { AppError } from './errors.ts';

/** Bodies in general, bytes. */
export const BODY_MAX_BYTES = 256 * 1024;
/** Bodies that carry the content of a post or document, bytes. */
export const CONTENT_MAX_BYTES = 2 * 1024 * 1024;
/** Events of Stripe, bytes. */
export const WEBHOOK_MAX_BYTES = 512 * 1024;
/** Reports of browsers, bytes. */
export const REPORT_MAX_BYTES = 64 * 1024;

/** Refuses a body that is larger than its route can need, a chunked one too. @throws payload_too_large */
export const limitBodySize = (maxBytes: number) =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new AppError('payload_too_large', `This is too large to send. The limit is ${formatLimit(maxBytes)}.`);
    },
  });

const formatLimit = (bytes: number) => (bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`);
