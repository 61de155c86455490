import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { type AppError, errorStatuses, type Issue } from './errors.ts';

/** The one shape of a failure; `error` repeats `message` because screens read one or the other. */
export const problemSchema = z.object({
  message: z.string(),
  error: z.string(),
  code: z.enum(Object.keys(errorStatuses) as [keyof typeof errorStatuses, ...(keyof typeof errorStatuses)[]]),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Of a conflict between two editors: both versions, so that none is lost. */
  versions: z.object({ yours: z.unknown(), theirs: z.unknown() }).optional(),
  proof_of_work: z
    .object({ challenge: z.string(), difficulty_bits: z.number().int(), wait_seconds: z.number().int() })
    .optional()
    .describe(
      'Sent when a proof of work lifts the rate limit. Repeat the request with `proofOfWork`: the challenge, a dot and a number, chosen so that the SHA-256 of that text starts with `difficulty_bits` zero bits. Or wait for `wait_seconds` and send the challenge alone.',
    ),
  request_id: z.string(),
});

/** The one writer of failures. */
export function sendProblem(context: Context, error: AppError): Response {
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds));
  const body: z.infer<typeof problemSchema> & { issues?: Issue[] } = {
    message: error.message,
    error: error.message,
    code: error.code,
    ...(error.issues && { issues: error.issues }),
    ...(error.versions && { versions: error.versions }),
    ...(error.proofOfWork && { proof_of_work: error.proofOfWork }),
    request_id: context.get('requestId') ?? '',
  };
  return context.json(body, errorStatuses[error.code] as ContentfulStatusCode);
}
