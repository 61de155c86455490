import { isHashEqual, type Secrets } from './secrets.ts';

/** What a link is for; a token of one opens nothing of another. */
type TokenPurpose = 'preview of a post' | 'look at a release';

const TOKEN = /^([1-9]\d{0,14})-([0-9a-z]{1,11})-([\w-]{43})$/;

/** A token that says what it opens and until when (UTC ms), and that nobody else can make. It is stored nowhere. */
export function createSignedToken(secrets: Secrets, purpose: TokenPurpose, id: number, expiresAt: number): string {
  return `${id}-${expiresAt.toString(36)}-${secrets.sign(purpose, id, expiresAt)}`;
}

/** What a token opens; `forged` for anything that we did not make. */
export function verifySignedToken(
  secrets: Secrets,
  purpose: TokenPurpose,
  token: string,
  now: number,
): number | 'forged' | 'expired' {
  const [, id = '', expiry = '', signature = ''] = TOKEN.exec(token) ?? [];
  const expiresAt = Number.parseInt(expiry, 36);
  if (!isHashEqual(signature, secrets.sign(purpose, Number(id), expiresAt))) return 'forged';
  return now < expiresAt ? Number(id) : 'expired';
}
