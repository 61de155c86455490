import { z } from 'zod';
import { refuse } from './errors.ts';

/** Schemas for the parameters of a request. All arrive as strings, nested by brackets; an empty one unsets its field. */
export const text = (maxLength = 5000) => z.string().min(1).max(maxLength);

export const integer = () =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'Invalid integer')
    .transform(Number);

export const boolean = () => z.enum(['true', 'false']).transform((value) => value === 'true');

export const url = () => text().refine((value) => URL.canParse(value) && /^https?:/.test(value), 'Not a valid URL');

export const unsettable = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]);

export const metadata = () => z.record(z.string().max(40), z.string().max(500));

/** An empty value removes its key. */
export const mergeMetadata = (
  current: Record<string, string>,
  change: Record<string, string> = {},
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''));

/** Since when; Unix seconds. */
export const createdSince = () => z.strictObject({ gte: integer() }).optional();
/** `lt` isn't part of the time. */
export const createdBetween = () => z.strictObject({ gte: integer(), lt: integer() }).optional();

/** @throws StripeError for the first thing that is wrong: what the adapter never sends is refused, and so is what Stripe would refuse. */
export function checkParams<T extends z.ZodType>(schema: T, values: unknown): z.output<T> {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const param = formatPath([...path, issue.keys[0] ?? '']);
    throw refuse(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = formatPath(path);
  if (issue?.input === undefined) {
    throw refuse(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw refuse(`Invalid ${param}: ${issue.message}`, { param });
}

/** `items[0][price]`. */
const formatPath = ([first = '', ...rest]: readonly PropertyKey[]): string =>
  String(first) + rest.map((key) => `[${String(key)}]`).join('');
