import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether an Authorization header brings this token. */
export function hasBearerToken(authorization: string | undefined, token: string): boolean {
  const toHash = (value: string) => createHash('sha256').update(value).digest();
  // Hashes are of equal length, and compared in constant time.
  return timingSafeEqual(toHash(authorization ?? ''), toHash(`Bearer ${token}`));
}
