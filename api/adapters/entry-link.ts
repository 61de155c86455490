import type { Secrets } from './secrets.ts';
import { createSignedToken } from './signed-token.ts';

/** The token of a waiting-list entry, which opens its page for as long as the entry exists. */
export const createEntryToken = (secrets: Secrets, publicId: string) =>
  createSignedToken(secrets, { purpose: 'waiting-list', value: publicId, expiresAt: 'never' });

/** The link to an entry in an email. The token follows the #, so it appears in no server’s log and in no referrer. */
export function createEntryLink(deps: { secrets: Secrets; site: { url: string } }, publicId: string): string {
  return `${deps.site.url}/waitinglist/status#${createEntryToken(deps.secrets, publicId)}`;
}

/** The token of an invitation: it fills in the sign-up form until it expires. */
export const createInvitationToken = (secrets: Secrets, publicId: string, expiresAt: number) =>
  createSignedToken(secrets, { purpose: 'invitation', value: publicId, expiresAt });

/** The link of an invitation, with the token after the # as well. */
export const createInvitationLink = (
  deps: { secrets: Secrets; site: { url: string } },
  { publicId, expiresAt }: { publicId: string; expiresAt: number },
) => `${deps.site.url}/signup#invitation=${createInvitationToken(deps.secrets, publicId, expiresAt)}`;
