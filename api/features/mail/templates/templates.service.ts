import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { type EmailKind, emailKinds } from '#api/domain/enums.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { EmailPreviewJson } from '#api/features/mail/mail.contract.ts';
import { createEntryLink, createInvitationLink } from '#api/adapters/entry-link.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { accountBlacklistedEmail } from './account-blacklisted.email.ts';
import { type EmailTemplate, type RenderedEmail, renderLayout } from './layout.email.ts';
import { paymentFailedEmail } from './payment-failed.email.ts';
import { paymentReceiptEmail } from './payment-receipt.email.ts';
import { planChangedEmail } from './plan-changed.email.ts';
import { signInCodeEmail } from './sign-in-code.email.ts';
import { subscriptionCancelledEmail } from './subscription-cancelled.email.ts';
import { waitingListInvitedEmail } from './waiting-list-invited.email.ts';
import { waitingListJoinedEmail } from './waiting-list-joined.email.ts';

export type RenderEmailDeps = Pick<Deps, 'secrets'> & { site: Pick<Deps['site'], 'name' | 'url' | 'timeZone'> };

const templates = {
  'sign-in-code': signInCodeEmail,
  'waiting-list-joined': waitingListJoinedEmail,
  'waiting-list-invited': waitingListInvitedEmail,
  'payment-receipt': paymentReceiptEmail,
  'payment-failed': paymentFailedEmail,
  'plan-changed': planChangedEmail,
  'subscription-cancelled': subscriptionCancelledEmail,
  'account-blacklisted': accountBlacklistedEmail,
} satisfies Record<EmailKind, unknown>;

/** The parts of an email of one kind. */
export type EmailData<Kind extends EmailKind> = z.input<(typeof templates)[Kind]['data']>;

/**
 * Renders the email of a kind from what the outbox holds for it. Only the named texts of the data are used, and each
 * stays text. @throws when the data is not what the kind needs.
 */
export function renderEmail(deps: RenderEmailDeps, kind: EmailKind, data: Record<string, unknown>): RenderedEmail {
  const branding = { name: deps.site.name, url: deps.site.url };
  const template: EmailTemplate = templates[kind];
  const parsed = template.data.parse(data);
  const context = {
    branding,
    toLink: (entry: string) => createEntryLink(deps, entry),
    toInvitationLink: (publicId: string, expiresAt: number) => createInvitationLink(deps, { publicId, expiresAt }),
    formatDay: (at: number) => formatBillingDate(at, deps.site.timeZone),
  };
  return renderLayout(branding, template.create(context, parsed));
}

/** Every kind of email, rendered from sample data. @throws not_found in production: the sample links would be ours. */
export function listEmailPreviews(deps: RenderEmailDeps & Pick<Deps, 'accounts'>): EmailPreviewJson[] {
  if (deps.accounts.isProduction) throw notFoundError('Email previews are only available in development.');
  return emailKinds.map((kind) => ({
    kind,
    ...renderEmail(deps, kind, templates[kind].createSample(deps.site.url)),
  }));
}
