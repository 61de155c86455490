import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

const KEY = 'signInEmail';

/** The address that the sign-in page fills in, for this tab. */
export const storeSignInEmail = (email: string): void => storeJson('sessionStorage', KEY, email);

/** The stored address, once; null without one. */
export function takeSignInEmail(): string | null {
  const email = readStoredJson<string>('sessionStorage', KEY);
  storeJson('sessionStorage', KEY, null);
  return typeof email === 'string' ? email : null;
}
