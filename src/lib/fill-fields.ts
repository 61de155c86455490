import type { Field, Fields, FieldValues } from '#api/domain/fields.ts';
import { fillPlaceholders } from '#api/domain/placeholders.ts';
import { escapeXml } from './xml.ts';

type Values = Readonly<Record<string, string>>;

/** The fields of a section as its component shows them: placeholders are filled in as their type of field writes text. */
export function fillFields<const F extends Fields>(
  fields: F,
  stored: Readonly<Record<string, unknown>>,
  values: Values,
): FieldValues<F> {
  const entries = Object.entries(fields).map(([name, field]) => [name, fillField(field, stored[name], values)]);
  return Object.fromEntries(entries) as FieldValues<F>;
}

function fillField(field: Field, value: unknown, values: Values): unknown {
  switch (field.type) {
    case 'text':
      return fillPlaceholders(String(value), values).trim();
    case 'rich_text':
      return fillPlaceholders(String(value), mapValues(values, escapeXml));
    case 'link':
      return fillLink(String(value).trim(), values);
    case 'list':
      return (value as Record<string, unknown>[]).map((item) => fillFields(field.item, item, values));
    default:
      return value;
  }
}

const SAFE_LINK = /^(https?:|mailto:|tel:|sms:|[/#])/i;

/** What comes after the question mark is encoded, as the body of an email. Empty for a link that a browser must not follow. */
function fillLink(link: string, values: Values): string {
  if (!SAFE_LINK.test(link)) return '';
  const [address = '', ...query] = link.split('?');
  const filled = fillPlaceholders(address, values);
  return query.length === 0
    ? filled
    : `${filled}?${fillPlaceholders(query.join('?'), mapValues(values, encodeURIComponent))}`;
}

const mapValues = (values: Values, map: (value: string) => string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
