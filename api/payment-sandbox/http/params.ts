import { z } from 'zod';
import { refuse, type StripeError } from './errors.ts';

/**
 * Schemas for the parameters of a request. All arrive as strings, nested by brackets; an empty one unsets its field. `checkParams` turns
 * the first issue into Stripe's error: a refinement gives the message and `params: { code }`.
 */
export const text = (maxLength = 5000) => z.string().min(1).max(maxLength);

export const integer = () =>
  z
    .string()
    .min(1)
    .refine((value) => /^-?\d{1,15}$/.test(value), {
      error: ({ input }) => `Invalid integer: ${input}`,
      params: { code: 'parameter_invalid_integer' },
    })
    .transform(Number);

export const boolean = () => z.enum(['true', 'false']).transform((value) => value === 'true');

export const email = () =>
  text().refine((value) => z.email().safeParse(value).success, {
    error: ({ input }) => `Invalid email address: ${input}`,
    params: { code: 'email_invalid' },
  });

/** `{CHECKOUT_SESSION_ID}` and other braces are legal in addresses that Stripe fills in. */
export const url = () =>
  text().refine((value) => URL.canParse(value) && /^https?:/.test(value), {
    message: 'Not a valid URL',
    params: { code: 'url_invalid' },
  });

export const unsettable = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]);

/** A list by indices (`a[0]=x`), or by empty brackets (`a[]=x`). */
export const listOf = <T extends z.ZodType>(schema: T) => z.array(schema);

/** A field that the schema lets through, whatever it holds. */
export const ignored = () => z.unknown();

/** null (sent as '') removes all keys; an empty value removes one: see `mergeMetadata`. */
export const metadata = () =>
  unsettable(
    z
      .record(
        z
          .string()
          .max(40, { message: 'Metadata keys can be at most 40 characters.' })
          .regex(/^[^[\]]*$/),
        z.string().max(500, { message: 'Metadata values can be at most 500 characters.' }),
      )
      .refine((values) => Object.keys(values).length <= 50, {
        message: 'You can have at most 50 metadata keys.',
      }),
  );

export type MetadataChange = z.output<ReturnType<typeof metadata>> | undefined;

export function mergeMetadata(current: Record<string, string>, change: MetadataChange): Record<string, string> {
  if (change === undefined) return current;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''));
}

/** `created=1` or `created[gte]=1`. */
export const timeFilter = () =>
  z.union([
    integer().transform((equals) => ({ gte: equals, lte: equals })),
    z.strictObject({
      gt: integer().optional(),
      gte: integer().optional(),
      lt: integer().optional(),
      lte: integer().optional(),
    }),
  ]);

export type TimeFilter = { gt?: number; gte?: number; lt?: number; lte?: number };

export function isWithin(time: number, filter: TimeFilter | undefined): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter ?? {};
  return time > gt && time >= gte && time < lt && time <= lte;
}

/** @throws StripeError for the first thing that is wrong. */
export function checkParams<T extends z.ZodType>(schema: T, values: unknown): z.output<T> {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return result.data;
  throw toStripeError(result.error.issues[0] as z.core.$ZodIssue, []);
}

function toStripeError(issue: z.core.$ZodIssue, parents: readonly PropertyKey[]): StripeError {
  const path = [...parents, ...issue.path];
  const param = formatPath(path);
  if (issue.code === 'invalid_union') return toStripeError(pickBranch(issue), path);
  if (issue.code === 'unrecognized_keys') {
    const name = formatPath([...path, issue.keys[0] ?? '']);
    return refuse(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
  }
  if (issue.input === undefined) {
    return refuse(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (issue.input === '') return refuse(emptyMessage(param), { code: 'parameter_invalid_empty', param });
  if (issue.code === 'invalid_value') {
    return refuse(`Invalid ${param}: must be one of ${formatChoices(issue.values.map(String))}`, { param });
  }
  if (issue.code === 'invalid_type') return refuse(`Invalid ${issue.expected}`, { param });
  const code = issue.code === 'custom' ? (issue.params?.code as string | undefined) : undefined;
  return refuse(issue.message, { code, param });
}

/** The branch that got furthest: the one without a complaint about the value's own type or literal, if there is one. */
function pickBranch(issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue {
  const firsts = issue.errors.map((issues) => issues[0] as z.core.$ZodIssue);
  const isOwn = (each: z.core.$ZodIssue) =>
    each.path.length === 0 && ['invalid_type', 'invalid_value'].includes(each.code);
  const branch = firsts.find((each) => !isOwn(each)) ?? (firsts.at(-1) as z.core.$ZodIssue);
  return { ...branch, input: branch.input ?? issue.input } as z.core.$ZodIssue;
}

const emptyMessage = (param: string) =>
  `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however ` +
  `'${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;

const formatChoices = (values: readonly string[]): string =>
  values.length < 3 ? values.join(' or ') : `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`;

/** `items[0][price]`. */
export const formatPath = ([first = '', ...rest]: readonly PropertyKey[]): string =>
  String(first) + rest.map((key) => `[${String(key)}]`).join('');
