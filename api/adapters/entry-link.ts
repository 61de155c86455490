import { isHashEqual, type Secrets } from './secrets.ts';

const PURPOSE = 'waiting-list';

/** What opens one entry of a waiting list to its person: the entry's public id and our signature of it. */
export function createEntryToken(secrets: Secrets, publicId: string): string {
  return `${publicId}.${secrets.sign(PURPOSE, publicId)}`;
}

/** The public id that a private token stands for, or null when we did not sign it. */
export function verifyEntryToken(secrets: Secrets, token: string): string | null {
  const [publicId = '', signature = '', ...rest] = token.split('.');
  if (publicId === '' || rest.length > 0) return null;
  return isHashEqual(signature, secrets.sign(PURPOSE, publicId)) ? publicId : null;
}

/** The address of a mail's link. The token stands behind the #, so no server's log and no referrer ever holds it. */
export function createEntryLink(deps: { secrets: Secrets; site: { url: string } }, publicId: string): string {
  return `${deps.site.url}/waitinglist/status#${createEntryToken(deps.secrets, publicId)}`;
}
