import { z } from 'zod';

const MAX_LENGTH = 254;
const LOCAL_MAX_LENGTH = 64;
/** Dot-atoms of RFC 5321 in ASCII: no quotes, comments, literals or non-Latin look-alikes. */
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** One email address, in lower case, so that one address is one account. Only surrounding white space is removed. */
const createEmailField = (missing: string) =>
  z
    .string({ error: missing })
    .transform((value) => value.trim())
    .refine((value) => value.length > 0, { error: missing, abort: true })
    // Lower-casing comes after the check: the Kelvin sign becomes an ASCII k.
    .refine((value) => isAddress(value), 'Enter an email address like name@example.com.')
    .transform((value) => value.toLowerCase());

/** The address of the user who sends it. */
export const emailField = createEmailField('Enter your email address.');

/** The address of somebody else, from an admin. */
export const otherEmailField = createEmailField('Enter an email address.');

function isAddress(value: string): boolean {
  if (value.length > MAX_LENGTH || /[^\x21-\x7e]/.test(value)) return false;
  return value.indexOf('@') <= LOCAL_MAX_LENGTH && ADDRESS.test(value.toLowerCase());
}
