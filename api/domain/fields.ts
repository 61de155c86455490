/**
 * Declarations of what an owner fills in: the settings of the site, a section of a page, a product. A declaration says what a field is
 * called, what it holds and what is asked of it. From it follow the schema that the API checks it by (`api/http/field-schemas.ts`), the
 * form (`src/ui/fields`) and the words for what was changed (`listFieldChanges`).
 */
import { getProductName } from './catalogue.ts';
import { isOfferedCurrency } from './currencies.ts';
import { formatLocalMinute, requireFormat } from './local-time.ts';
import { formatNumber, formatPercent } from './numbers.ts';
import { formatCount } from './plurals.ts';
import { isTimeZone } from './time-zones.ts';

type Named = { label: string; hint?: string };

export type TextField = Named & {
  type: 'text';
  max: number;
  required: boolean;
  /** Of the form; 1 is a single line. */
  rows: number;
  /** `moment`: what a clock of the site shows, as in 2026-12-20T08:00. */
  format: 'plain' | 'email' | 'month' | 'moment' | 'web_address' | 'colour';
};
/** Formatted text of the editor, as HTML. */
export type RichTextField = Named & { type: 'rich_text'; max: number };
/** Where a press leads: a path of the site, or an address of the web, of an email or of a phone. */
export type LinkField = Named & {
  type: 'link';
  required: boolean;
  /** A file that the page loads itself: its policy keeps those of other sites away. */
  isOwnFile?: boolean;
};
export type ImageField = Named & { type: 'image'; needsAlt: boolean };
export type SwitchField = Named & { type: 'switch'; isOnAtFirst?: boolean };
export type NumberField = Named & { type: 'number'; min: number; max: number; unit?: string };
export type ChoiceField<Options extends Record<string, string> = Record<string, string>> = Named & {
  type: 'choice';
  /** The words for each value. */
  options: Options;
};
/** One of the products of the catalogue, by its key; empty: none. */
export type ProductField = Named & { type: 'product'; required: boolean };
/** One of the codes that `Intl` knows. */
export type CodeField = Named & { type: 'code'; of: 'country' | 'currency' | 'language' | 'locale' | 'time_zone' };
export type ListField<Item extends Fields = Fields> = Named & {
  type: 'list';
  item: Item;
  /** What one of them is called: 'question'. */
  itemName: string;
  max: number;
};
export type Field =
  | TextField
  | RichTextField
  | LinkField
  | ImageField
  | SwitchField
  | NumberField
  | ChoiceField
  | ProductField
  | CodeField
  | ListField;
export type Fields = { readonly [name: string]: Field };

export type FieldImage = { url: string; alt: string };

export type FieldValue<F> = F extends { type: 'switch' }
  ? boolean
  : F extends { type: 'number' }
    ? number | null
    : F extends { type: 'image' }
      ? FieldImage | null
      : F extends { type: 'choice'; options: infer Options }
        ? keyof Options & string
        : F extends { type: 'list'; item: infer Item extends Fields }
          ? FieldValues<Item>[]
          : string;
export type FieldValues<F extends Fields> = { [Name in keyof F]: FieldValue<F[Name]> };

type Options = { hint?: string };

export const textField = (
  label: string,
  options: Options & { max: number; required?: boolean; rows?: number; format?: TextField['format'] },
): TextField => ({ required: false, rows: 1, format: 'plain', ...options, type: 'text', label });
export const richTextField = (label: string, options: Options & { max: number }): RichTextField => ({
  ...options,
  type: 'rich_text',
  label,
});
export const linkField = (
  label: string,
  options: Options & { required?: boolean; isOwnFile?: boolean } = {},
): LinkField => ({
  required: false,
  ...options,
  type: 'link',
  label,
});
export const imageField = (label: string, options: Options & { needsAlt?: boolean } = {}): ImageField => ({
  needsAlt: true,
  ...options,
  type: 'image',
  label,
});
export const switchField = (label: string, options: Options & { isOnAtFirst?: boolean } = {}): SwitchField => ({
  ...options,
  type: 'switch',
  label,
});
export const numberField = (
  label: string,
  options: Options & { min: number; max: number; unit?: string },
): NumberField => ({ ...options, type: 'number', label });
export const choiceField = <const Choices extends Record<string, string>>(
  label: string,
  choices: Choices,
  options: Options = {},
): ChoiceField<Choices> => ({ ...options, type: 'choice', label, options: choices });
export const productField = (label: string, options: Options & { required?: boolean } = {}): ProductField => ({
  required: false,
  ...options,
  type: 'product',
  label,
});
export const codeField = (label: string, of: CodeField['of'], options: Options = {}): CodeField => ({
  ...options,
  type: 'code',
  label,
  of,
});
export const listField = <const Item extends Fields>(
  label: string,
  options: Options & { item: Item; itemName: string; max: number },
): ListField<Item> => ({ ...options, type: 'list', label });

/** What a new form holds; the first choice of a list is its default. */
export function createEmptyValues<const F extends Fields>(fields: F): FieldValues<F> {
  const entries = Object.entries(fields).map(([name, field]) => [name, createEmptyValue(field)]);
  return Object.fromEntries(entries) as FieldValues<F>;
}

function createEmptyValue(field: Field): unknown {
  switch (field.type) {
    case 'switch':
      return field.isOnAtFirst ?? false;
    case 'number':
    case 'image':
      return null;
    case 'list':
      return [];
    case 'choice':
      return Object.keys(field.options)[0];
    default:
      return '';
  }
}

/**
 * Values as a reader of today's declarations expects them: what is missing is empty, what is not declared is left out. Stored values
 * may come from an earlier version.
 */
export function completeValues<const F extends Fields>(
  fields: F,
  stored: Readonly<Record<string, unknown>>,
): FieldValues<F> {
  const entries = Object.entries(fields).map(([name, field]) => [name, completeValue(field, stored[name])]);
  return Object.fromEntries(entries) as FieldValues<F>;
}

function completeValue(field: Field, stored: unknown): unknown {
  if (stored === undefined) return createEmptyValue(field);
  if (field.type === 'choice' && !Object.hasOwn(field.options, String(stored))) return createEmptyValue(field);
  // Earlier versions had a choice without a product.
  if (field.type === 'product' && stored === 'none') return '';
  if (field.type === 'list')
    return (stored as Record<string, unknown>[]).map((item) => completeValues(field.item, item));
  return stored;
}

/** A fault of a value, in a sentence; `path` as in 'people.2.name'. */
export type FieldFault = { path: string; message: string };

/**
 * What keeps values from being published. A draft may hold them: nothing that is typed is refused.
 * `findLinkFault` says what is wrong with a path of the site.
 */
export function listFieldFaults(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  findLinkFault: (path: string) => string | null = () => null,
): FieldFault[] {
  return Object.entries(fields).flatMap(([name, field]): FieldFault[] => {
    const value = values[name];
    if (field.type === 'list')
      return (value as Record<string, unknown>[]).flatMap((item, at) =>
        listFieldFaults(field.item, item, findLinkFault).map((fault) => ({
          path: `${name}.${at}.${fault.path}`,
          message: fault.message,
        })),
      );
    const message = findFieldFault(field, value, findLinkFault);
    return message === null ? [] : [{ path: name, message }];
  });
}

const EMAIL = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+\.[a-z0-9-]{2,}$/i;
const FORMATS: Record<Exclude<TextField['format'], 'plain'>, { pattern: RegExp; message: string }> = {
  email: { pattern: EMAIL, message: 'Enter an email address such as hello@example.com.' },
  month: { pattern: /^\d{4}-(0[1-9]|1[0-2])$/, message: 'Enter a month such as 2024-07.' },
  moment: { pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, message: 'Choose a date and a time.' },
  web_address: { pattern: /^https:\/\/[^\s"<>]+$/i, message: 'Enter an address that begins with https://.' },
  colour: { pattern: /^#[0-9a-f]{6}$/, message: 'Enter a colour such as teal or #2A8FB5.' },
};

function findFieldFault(field: Field, value: unknown, findLinkFault: (path: string) => string | null): string | null {
  switch (field.type) {
    case 'text': {
      const text = String(value).trim();
      if (text === '') return field.required ? `Fill in ‘${field.label}’.` : null;
      if (field.format === 'plain') return null;
      const { pattern, message } = FORMATS[field.format];
      return pattern.test(text) ? null : message;
    }
    case 'link': {
      const target = String(value).trim();
      if (target === '') return field.required ? `Fill in ‘${field.label}’.` : null;
      if (field.isOwnFile && !PATH.test(target))
        return 'Enter the address of a file in Media, which begins with /uploads/. Browsers block files of other sites here.';
      if (/^((https?:\/\/|mailto:|tel:)[^\s"<>]+|#[a-z0-9-]+)$/i.test(target)) return null;
      if (PATH.test(target)) return findLinkFault(target);
      return 'Enter a page of the site, such as /about, or an address that begins with https://.';
    }
    case 'rich_text':
      return (
        listHtmlPaths(String(value))
          .map(findLinkFault)
          .find((fault) => fault !== null) ?? null
      );
    case 'image':
      return field.needsAlt && value !== null && (value as FieldImage).alt.trim() === ''
        ? 'Describe the image for people who can’t see it.'
        : null;
    case 'product':
      return field.required && value === '' ? 'Choose a product.' : null;
    case 'code':
      return describeCodeFault(field, String(value));
    default:
      return null;
  }
}

const PATH = /^\/(?![/\\])[^\s"<>\\]*$/;

/** The paths of the site that sanitised HTML links to: the sanitiser writes every attribute in double quotes. */
const listHtmlPaths = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href).filter((href) => PATH.test(href));

/** The paths of the site that values lead to, with query and fragment, as often as they do. */
export function listFieldPaths(fields: Fields, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]): string[] => {
    const value = values[name];
    if (field.type === 'list')
      return (value as Record<string, unknown>[]).flatMap((item) => listFieldPaths(field.item, item));
    if (field.type === 'rich_text') return listHtmlPaths(String(value));
    return field.type === 'link' && PATH.test(String(value).trim()) ? [String(value).trim()] : [];
  });
}

/** The texts that values hold, in the order of the form; `toText` makes one of formatted text. */
export function listFieldTexts(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  toText: (html: string) => string,
): string[] {
  return Object.entries(fields).flatMap(([name, field]): string[] => {
    const value = values[name];
    if (field.type === 'list')
      return (value as Record<string, unknown>[]).flatMap((item) => listFieldTexts(field.item, item, toText));
    if (field.type === 'rich_text') return [toText(String(value))];
    return field.type === 'text' && field.format === 'plain' ? [String(value)] : [];
  });
}

/** Values with each formatted text as `change` makes it. */
export async function mapRichTexts<Values extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  values: Values,
  change: (html: string, field: RichTextField) => Promise<string>,
): Promise<Values> {
  const mapped: Record<string, unknown> = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    if (field.type === 'rich_text') mapped[name] = await change(String(values[name]), field);
    if (field.type !== 'list') continue;
    const items: unknown[] = [];
    for (const item of values[name] as Record<string, unknown>[])
      items.push(await mapRichTexts(field.item, item, change));
    mapped[name] = items;
  }
  return mapped as Values;
}

function describeCodeFault({ of, label }: CodeField, code: string): string | null {
  if (isKnownCode(of, code)) return null;
  if (of === 'currency' && code !== '') return `Stripe takes no payments in ${code}. Choose another currency.`;
  return `Choose ${label.toLowerCase()}.`;
}

/** Whether a code can be used: a currency at Stripe, another one by the runtime that formats with it. */
export function isKnownCode(of: CodeField['of'], code: string): boolean {
  if (code === '') return false;
  try {
    if (of === 'time_zone') return isTimeZone(code);
    if (of === 'currency') return isOfferedCurrency(code);
    if (of === 'country') return regionNames.of(code) !== undefined;
    requireFormat(code, 'UTC');
    return true;
  } catch {
    return false;
  }
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** One changed field: what it is called and what it holds now, in a few words. */
export type FieldChange = { label: string; value: string };

/** Changes in the order of the form; `describe`: for fields whose values are more than what they are declared as. */
export function listFieldChanges(
  fields: Fields,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  describe = describeValue,
): FieldChange[] {
  return Object.entries(fields)
    .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(([name, field]) => ({ label: field.label, value: describe(field, after[name]) }));
}

const SHOWN_LENGTH = 60;

/** What a field holds, in a few words. */
export function describeValue(field: Field, value: unknown): string {
  switch (field.type) {
    case 'switch':
      return value ? 'On' : 'Off';
    case 'choice':
      return field.options[String(value)] ?? '';
    case 'product':
      return getProductName(String(value)) || String(value);
    case 'number':
      if (value === null) return '';
      return field.unit === '%' ? formatPercent(value as number) : formatNumber(value as number);
    case 'image':
      return value === null ? 'Removed' : 'New image';
    case 'list': {
      const { itemName } = field;
      return formatCount((value as unknown[]).length, itemName, `${itemName.replace(/(?<=[^aeiou])y$/, 'ie')}s`);
    }
    case 'text':
      return field.format === 'moment' ? formatLocalMinute(String(value)) : shortenText(value);
    default:
      return shortenText(value);
  }
}

function shortenText(value: unknown): string {
  const text = String(value)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1).trimEnd()}…` : text;
}
