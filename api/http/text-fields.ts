import { BIDI_CONTROLS } from '#api/domain/bidi-controls.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { removeControlCharacters } from '#api/domain/content-html.ts';
import { z } from 'zod';
import { CONTENT_INPUT_MAX_LENGTH, CONTENT_MAX_LENGTH } from '#api/domain/field-limits.ts';

// The driver cuts a string at NUL, and a lone surrogate cannot be stored as UTF-8 (SECURITY.md R9).
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/;
/** Anything but white space and signs that take no room, such as U+200B. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}]/u;
/**
 * Normalising sorts a run of combining marks in quadratic time: 240 KB of them take seconds. 30 is the limit of the
 * Stream-Safe Text Format (UAX #15). The look-behind makes each run be tried once.
 */
const MARKS_MAX = 30;
const TOO_MANY_MARKS = new RegExp(`(?<!\\p{M})\\p{M}{${MARKS_MAX + 1}}`, 'u');
const LINE_BREAKS = /[\n\t\u0085\u2028\u2029]/;

const BIDI_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;

/** How sentences name a field: 'Enter a title.', 'Keep the title to ...'. The others replace such a sentence. */
export type FieldLabel = { one: string; the: string; missing?: string; tooLong?: string };

/** One of the checks of a field. Given together they make one schema, while each `refine` would copy what is there so far. */
const isText = (test: (value: string) => boolean, error: string) => z.refine<string>(test, { error });

/** Text over several lines: NFC, without control characters but newline and tab. CRLF becomes LF. */
export function multilineField(label: FieldLabel, limits: { max: number; min?: number }) {
  const { missing = `Enter ${label.one}.` } = label;
  const { tooLong = `Keep ${label.the} to ${formatNumber(limits.max)} characters or fewer.` } = label;
  const unsupported = `Remove special characters from ${label.the} and try again.`;
  return z
    .string({ error: missing })
    .check(isText((value) => !TOO_MANY_MARKS.test(value), unsupported))
    .transform((value) => value.replaceAll('\r\n', '\n').normalize('NFC'))
    .check(
      isText((value) => value.isWellFormed() && !CONTROL_CHARACTERS.test(value), unsupported),
      isText((value) => value.trim().length >= (limits.min ?? 0), missing),
      isText((value) => value.length <= limits.max, tooLong),
    );
}

/** Text over several lines that the public reads, without controls that reorder it; single direction marks stay. */
export const publicTextField = (label: FieldLabel, limits: { max: number; min?: number }) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(BIDI_OVERRIDES, '') : value),
    multilineField(label, limits),
  );

/** Text on one line, trimmed, inner white space made single spaces, without controls that reorder it. */
export function singleLineField(label: FieldLabel, limits: { max: number; min?: number }) {
  return multilineField(label, { max: Number.MAX_SAFE_INTEGER })
    .check(isText((value) => !LINE_BREAKS.test(value.trim()), `Keep ${label.the} on one line.`))
    .transform((value) => value.replace(BIDI_CONTROLS, '').trim().replace(/\s+/g, ' '))
    .check(
      isText(
        (value) => value.length >= (limits.min ?? 0) && (!limits.min || VISIBLE.test(value)),
        label.missing ?? `Enter ${label.one}.`,
      ),
      isText(
        (value) => value.length <= limits.max,
        `Keep ${label.the} to ${formatNumber(limits.max)} characters or fewer.`,
      ),
    );
}

/** A search that may be left empty or not. */
export const searchLabel: FieldLabel = { one: 'a word to search for', the: 'the search' };

const contentLabel = {
  one: 'the content',
  the: 'the content',
  missing: 'Add the content. It can be empty.',
  tooLong: `The content is too long. Keep it to ${formatNumber(CONTENT_MAX_LENGTH)} characters or fewer.`,
};

/**
 * The HTML of a post or document. Characters that cannot be stored are removed, since they come unseen with pasted text.
 * After sanitising it may be shorter still (`CONTENT_MAX_LENGTH`).
 */
export const contentField = z
  .string({ error: contentLabel.missing })
  .transform(removeControlCharacters)
  .pipe(multilineField(contentLabel, { max: CONTENT_INPUT_MAX_LENGTH }));
