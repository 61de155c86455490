import { isHashEqual, type Secrets } from './secrets.ts';

const PURPOSE = 'waiting-list';

/** The entry token: the public id of a waiting-list entry and its signature. */
export function createEntryToken(secrets: Secrets, publicId: string): string {
  return `${publicId}.${secrets.sign(PURPOSE, publicId)}`;
}

/** The public id of an entry token, or null when the signature is wrong. */
export function verifyEntryToken(secrets: Secrets, token: string): string | null {
  const [publicId = '', signature = '', ...rest] = token.split('.');
  if (publicId === '' || rest.length > 0) return null;
  return isHashEqual(signature, secrets.sign(PURPOSE, publicId)) ? publicId : null;
}

/** The URL of the link in emails. The token is in the fragment, so that no server log and no referrer contains it. */
export function createEntryLink(deps: { secrets: Secrets; site: { url: string } }, publicId: string): string {
  return `${deps.site.url}/waitinglist/status#${createEntryToken(deps.secrets, publicId)}`;
}
