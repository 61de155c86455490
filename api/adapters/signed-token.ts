import { isHashEqual, type Secrets } from './secrets.ts';

/** What a token is for. It is invalid for any other purpose. */
type TokenPurpose =
  | 'preview'
  | 'site-preview'
  | 'release-viewer'
  | 'form'
  | 'proof-of-work'
  | 'known-browser'
  | 'waiting-list'
  | 'invitation'
  | 'invoice'
  | 'pay-invoice';

type SignedToken = {
  purpose: TokenPurpose;
  value: string;
  /** UTC ms; 'never' for a token that is valid as long as its subject exists. */
  expiresAt: number | 'never';
  /** Signed, but not part of the token: it must be given again to verify the token. */
  boundTo?: readonly string[];
};

const TOKEN = /^(.+)\.([0-9a-z]+)\.([\w-]{43})$/;

/** `<value>.<expiry in base 36>.<signature>`: a value that only this server can sign. The token is stored nowhere. */
export function createSignedToken(secrets: Secrets, { purpose, value, expiresAt, boundTo = [] }: SignedToken): string {
  const expiry = expiresAt.toString(36);
  return `${value}.${expiry}.${secrets.sign('token', purpose, value, expiry, ...boundTo)}`;
}

/** The value of a token and when it expires (UTC ms), or null when it is forged; `now` in UTC ms. */
export function verifySignedToken(
  secrets: Secrets,
  token: string,
  { purpose, now, boundTo = [] }: Pick<SignedToken, 'purpose' | 'boundTo'> & { now: number },
): { value: string; expiresAt: number; isExpired: boolean } | null {
  const [, value = '', expiry = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (!isHashEqual(signature, secrets.sign('token', purpose, value, expiry, ...boundTo))) return null;
  const expiresAt = expiry === 'never' ? Number.POSITIVE_INFINITY : Number.parseInt(expiry, 36);
  return { value, expiresAt, isExpired: now >= expiresAt };
}
