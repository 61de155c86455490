import { removeControlCharacters } from '#api/domain/content-html.ts';
import { z } from 'zod';

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

/** Text over several lines: NFC, without control characters but newline and tab. CRLF becomes LF. */
export function multilineField(label: string, limits: { max: number; min?: number }) {
  return z
    .string({ error: `${label} must be text.` })
    .refine((value) => !TOO_MANY_MARKS.test(value), {
      error: `${label} has more than ${MARKS_MAX} accents on one letter.`,
    })
    .transform((value) => value.replaceAll('\r\n', '\n').normalize('NFC'))
    .refine((value) => value.isWellFormed() && !CONTROL_CHARACTERS.test(value), {
      error: `${label} holds characters that cannot be stored.`,
    })
    .refine((value) => value.trim().length >= (limits.min ?? 0), { error: `${label} is required.` })
    .refine((value) => value.length <= limits.max, {
      error: `${label} may have at most ${limits.max.toLocaleString('en-NZ')} characters.`,
    });
}

/** Rich text: what cannot be stored is removed, since it comes along unseen when text is pasted. */
export const richTextField = (label: string, limits: { max: number }) =>
  z
    .string({ error: `${label} must be text.` })
    .transform(removeControlCharacters)
    .pipe(multilineField(label, limits));

/** Text on one line, trimmed, inner white space made single spaces. */
export function singleLineField(label: string, limits: { max: number; min?: number }) {
  return multilineField(label, { max: Number.MAX_SAFE_INTEGER })
    .refine((value) => !LINE_BREAKS.test(value.trim()), { error: `${label} must be on one line.` })
    .transform((value) => value.trim().replace(/\s+/g, ' '))
    .refine((value) => value.length >= (limits.min ?? 0) && (!limits.min || VISIBLE.test(value)), {
      error: `${label} is required.`,
    })
    .refine((value) => value.length <= limits.max, {
      error: `${label} may have at most ${limits.max.toLocaleString('en-NZ')} characters.`,
    });
}
