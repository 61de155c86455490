import type { EmailKind } from '#api/domain/enums.ts';
import type { Deps } from '#api/deps.ts';
import { createEntryLink } from '#api/adapters/entry-link.ts';
import { type RenderedEmail, type EmailContent, renderLayout } from './layout.email.ts';
import { signInCodeEmailData, createSignInCodeEmail } from './sign-in-code.email.ts';
import { createWaitingListInvitedEmail } from './waiting-list-invited.email.ts';
import { waitingListEmailData, createWaitingListJoinedEmail } from './waiting-list-joined.email.ts';

export type RenderEmailDeps = Pick<Deps, 'secrets'> & { site: Pick<Deps['site'], 'name' | 'url'> };

/**
 * Writes the mail of a kind from what the outbox holds for it. Only the named texts of the data are used, and each
 * stays text. @throws when the data is not what the kind needs.
 */
export function renderEmail(deps: RenderEmailDeps, kind: EmailKind, data: Record<string, unknown>): RenderedEmail {
  const branding = { name: deps.site.name, url: deps.site.url };
  return renderLayout(branding, createEmailContent(deps, kind, data));
}

function createEmailContent(deps: RenderEmailDeps, kind: EmailKind, data: Record<string, unknown>): EmailContent {
  const branding = { name: deps.site.name, url: deps.site.url };
  if (kind === 'sign-in-code') return createSignInCodeEmail(branding, signInCodeEmailData.parse(data));
  const parsed = waitingListEmailData.parse(data);
  const withLink = { ...parsed, link: createEntryLink(deps, parsed.entry) };
  return kind === 'waiting-list-joined'
    ? createWaitingListJoinedEmail(withLink)
    : createWaitingListInvitedEmail(branding, withLink);
}
