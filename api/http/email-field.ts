import { z } from 'zod';

const MAX_LENGTH = 254;
const LOCAL_MAX_LENGTH = 64;
/** Dot-atoms of RFC 5321 in ASCII: no quotes, comments, literals or non-Latin look-alikes. */
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** One e-mail address, in lower case: one address is one person. White space around it is forgiven, nothing else. */
export const emailField = z
  .string({ error: 'Please enter your e-mail address.' })
  .transform((value) => value.trim())
  .refine((value) => value.length > 0, { error: 'Please enter your e-mail address.', abort: true })
  // Lower-casing comes after the check: the Kelvin sign becomes an ASCII k.
  .refine((value) => isAddress(value), 'This does not look like an e-mail address.')
  .transform((value) => value.toLowerCase());

function isAddress(value: string): boolean {
  if (value.length > MAX_LENGTH || /[^\x21-\x7e]/.test(value)) return false;
  return value.indexOf('@') <= LOCAL_MAX_LENGTH && ADDRESS.test(value.toLowerCase());
}
