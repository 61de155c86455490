import type { MailKind } from '#api/domain/enums.ts';
import type { Deps } from '#api/deps.ts';
import { privateLink } from '#api/features/waiting-list/entry-link/entry-link.service.ts';
import { type LaidOut, type Letter, layOut } from './layout.email.ts';
import { signInCodeData, signInCodeEmail } from './sign-in-code.email.ts';
import { waitingListInvitedEmail } from './waiting-list-invited.email.ts';
import { waitingListData, waitingListJoinedEmail } from './waiting-list-joined.email.ts';

export type ComposeDeps = Pick<Deps, 'secrets'> & { site: Pick<Deps['site'], 'name' | 'url'> };

/**
 * Writes the mail of a kind from what the outbox holds for it. Only the named texts of the data are used, and each
 * stays text. @throws when the data is not what the kind needs.
 */
export function compose(deps: ComposeDeps, kind: MailKind, data: Record<string, unknown>): LaidOut {
  const head = { name: deps.site.name, url: deps.site.url };
  return layOut(head, writeLetter(deps, kind, data));
}

function writeLetter(deps: ComposeDeps, kind: MailKind, data: Record<string, unknown>): Letter {
  const head = { name: deps.site.name, url: deps.site.url };
  if (kind === 'sign-in-code') return signInCodeEmail(head, signInCodeData.parse(data));
  const parsed = waitingListData.parse(data);
  const withLink = { ...parsed, link: privateLink(deps, parsed.entry) };
  return kind === 'waiting-list-joined' ? waitingListJoinedEmail(withLink) : waitingListInvitedEmail(head, withLink);
}
