import { formatNumber } from '#api/domain/numbers.ts';
import { z } from 'zod';

export const LIMIT_MAX = 100;

/** A whole number of a query string or path, within bounds. */
export const integerField = (name: string, bounds: { min: number; max: number }) =>
  digitsField(bounds, `‘${name}’ must be a whole number from ${bounds.min} to ${formatNumber(bounds.max)}.`);

/** An id or another count from 1 of a query string or path. */
export const positiveIntegerField = (name: string) =>
  digitsField({ min: 1, max: Number.MAX_SAFE_INTEGER }, `‘${name}’ must be a positive whole number.`);

function digitsField(bounds: { min: number; max: number }, message: string) {
  return z
    .string({ error: message })
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= bounds.min && value <= bounds.max, message);
}

/** `limit` and `offset` of a list that is read in parts. */
export const limitOffsetQuery = z.object({
  limit: integerField('limit', { min: 1, max: LIMIT_MAX }).optional(),
  offset: integerField('offset', { min: 0, max: 1_000_000_000 }).optional(),
});

export const idParams = z.object({ id: positiveIntegerField('id') });

/** `page` (from 1) and `limit` of a list that is read page by page; for a query's object. */
export const pageLimitFields = (defaultLimit: number) => ({
  page: integerField('page', { min: 1, max: 1_000_000 }).default(1),
  limit: integerField('limit', { min: 1, max: LIMIT_MAX }).default(defaultLimit),
});

export const paginationSchema = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
  totalPages: z.number().int(),
});

export function toPaginationJson(
  { page, limit }: { page: number; limit: number },
  total: number,
): z.infer<typeof paginationSchema> {
  return { page, limit, total, totalPages: Math.ceil(total / limit) };
}

/** A LIKE pattern that finds the text anywhere in a value; to be used with ESCAPE '\'. */
export const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
