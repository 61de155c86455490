import { z } from 'zod';
import { formatNumber } from '#api/domain/numbers.ts';

const URL_MAX_LENGTH = 2_000;
const HTTPS_MESSAGE = 'Enter a web address that starts with https://.';
const URL_TOO_LONG = `Keep the web address to ${formatNumber(URL_MAX_LENGTH)} characters or fewer.`;
// The URL parser removes some of these, so that `java\tscript:` would pass as something else.
const FORBIDDEN_IN_URL = /[\p{Cc}\p{Cf}\s\\]/u;

/** An https address without a user name or password; NFC, as the URL parser writes it. */
export const httpsUrl = z
  .string({ error: 'Enter a web address.' })
  .max(URL_MAX_LENGTH, URL_TOO_LONG)
  .transform((value) => value.normalize('NFC'))
  .refine((value) => /^https:\/\//i.test(value) && !FORBIDDEN_IN_URL.test(value), HTTPS_MESSAGE)
  .transform((value, context) => {
    const url = URL.parse(value);
    if (url && !url.username && !url.password) return url.href;
    const message = url ? 'Remove the user name and password from the web address.' : HTTPS_MESSAGE;
    context.issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  })
  .refine((value) => value.length <= URL_MAX_LENGTH, URL_TOO_LONG);
