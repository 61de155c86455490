import { formatDateTime } from '#src/lib/format/dates.ts';

const FIELD_LABELS: Record<string, string> = { row: 'Not stored here', error: 'Couldn’t be compared' };

/** 'Current period end' for `currentPeriodEnd`. */
export function formatFieldName(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return FIELD_LABELS[field] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** After it a whole number is an instant in milliseconds: the year 2001. */
const FIRST_INSTANT = 1_000_000_000_000;

/** A value that is stored as JSON, for people: instants as times, texts without quotes. */
export function formatDriftValue(json: string | null): string {
  if (json === null) return 'Missing';
  const value = parseJson(json);
  if (value === null || value === '') return 'Empty';
  if (typeof value === 'number' && value >= FIRST_INSTANT) return formatDateTime(new Date(value).toISOString());
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
