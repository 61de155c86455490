import { z } from 'zod';
import { formatAlternatives } from '#api/domain/lists.ts';

/** For values that a page adds to the typed ones: a version, a client id, a form token. */
export const OUTDATED_PAGE_MESSAGE = 'This page is out of date. Reload it and try again.';

/** For an object that a page sends as a whole, such as the fields of a draft. Unknown keys have a message of their own. */
export const outdatedPageError = ({ code }: { code?: string }) =>
  code === 'invalid_type' ? OUTDATED_PAGE_MESSAGE : undefined;

/** The id of a row, in a body. */
export const idField = (message: string) => z.number({ error: message }).int().positive();

const ID_LIST_MAX = 100;

/** Ids in a query: '3,1,12'. */
export const idListField = (name: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, { error: `‘${name}’ must be ids with commas between them.` })
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= ID_LIST_MAX, { error: `‘${name}’ must hold at most ${ID_LIST_MAX} ids.` });

/** One of the values of a list, in a parameter that only programs send. */
export const choiceField = <const Values extends readonly string[]>(name: string, values: Values) =>
  z.enum(values, { error: `‘${name}’ must be ${formatAlternatives(values)}.` });

/** As `choiceField`, of values that the owner may change: compared with what is published when somebody asks. */
export const publishedChoiceField = (name: string, listValues: () => readonly string[]) => {
  const error = () => `‘${name}’ must be ${formatAlternatives(listValues())}.`;
  return z.string({ error }).refine((value) => listValues().includes(value), { error });
};

/** Screens send empty values for filters that are not set. */
export const optionalFilter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Text that is only passed on: one message for every way in which it can be wrong. */
export const tokenField = (message: string, limits: { min?: number; max: number; pattern?: RegExp }) =>
  z
    .string({ error: message })
    .min(limits.min ?? 0)
    .max(limits.max)
    .regex(limits.pattern ?? /^/, { error: message });
