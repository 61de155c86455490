import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { isSignInCodeKind } from '#api/domain/email-states.ts';
import { type EmailKind, emailKinds } from '#api/domain/enums.ts';
import { isPathOn } from '#api/domain/features.ts';
import { listSellerFacts } from '#api/domain/seller.ts';
import { listOffFeatures, type SiteSettings } from '#api/domain/site-settings.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { EmailPreviewJson } from '#api/features/mail/mail.contract.ts';
import { createEntryLink, createInvitationLink } from '#api/adapters/entry-link.ts';
import { createInvoicePath } from '#api/adapters/invoice-link.ts';
import { createPayLink } from '#api/adapters/pay-link.ts';
import { formatMinute } from '#api/domain/local-time.ts';
import { formatBillingDate } from '#api/domain/money.ts';
import { accountBlacklistedEmail } from './account-blacklisted.email.ts';
import { accountEmailChangedEmail } from './account-email-changed.email.ts';
import { accountRoleChangedEmail } from './account-role-changed.email.ts';
import { complimentaryPlanEmail, complimentaryPlanEndedEmail } from './complimentary-plan.email.ts';
import {
  type EmailBranding,
  type EmailContent,
  type EmailTemplate,
  type RenderedEmail,
  renderLayout,
} from './layout.email.ts';
import { paymentFailedEmail } from './payment-failed.email.ts';
import { paymentReceiptEmail } from './payment-receipt.email.ts';
import { paymentDisputedEmail } from './payment-disputed.email.ts';
import { paymentRefundedEmail, refundFailedEmail } from './payment-refunded.email.ts';
import { trialEndingEmail, trialStartedEmail } from './trial.email.ts';
import { planChangedEmail } from './plan-changed.email.ts';
import { postReviewEmail } from './post-review.email.ts';
import { priceMoveEmail } from './price-move.email.ts';
import { taxMoveEmail } from './tax-move.email.ts';
import { refundNeedsAttentionEmail } from './refund-needs-attention.email.ts';
import { signInCodeEmail } from './sign-in-code.email.ts';
import { subscriptionCouponEmail, subscriptionExtendedEmail } from './subscription-support.email.ts';
import { systemAlertEmail } from './system-alert.email.ts';
import { subscriptionCancelledEmail } from './subscription-cancelled.email.ts';
import { subscriptionReactivatedEmail } from './subscription-reactivated.email.ts';
import { waitingListInvitedEmail } from './waiting-list-invited.email.ts';
import { waitingListJoinedEmail } from './waiting-list-joined.email.ts';

/** In place of a code or of the private part of a link. */
const MASK = '••••••';

export type RenderEmailDeps = Pick<Deps, 'secrets'> & {
  site: Pick<Deps['site'], 'name' | 'url' | 'timeZone'> & Partial<Pick<Deps['site'], 'brand' | 'settings'>>;
};

const templates = {
  'sign-in-code': signInCodeEmail,
  'waiting-list-joined': waitingListJoinedEmail,
  'waiting-list-invited': waitingListInvitedEmail,
  'payment-receipt': paymentReceiptEmail,
  'payment-failed': paymentFailedEmail,
  'payment-refunded': paymentRefundedEmail,
  'refund-failed': refundFailedEmail,
  'payment-disputed': paymentDisputedEmail,
  'refund-needs-attention': refundNeedsAttentionEmail,
  'plan-changed': planChangedEmail,
  'trial-started': trialStartedEmail,
  'trial-ending': trialEndingEmail,
  'subscription-cancelled': subscriptionCancelledEmail,
  'subscription-reactivated': subscriptionReactivatedEmail,
  'account-blacklisted': accountBlacklistedEmail,
  'account-email-changed': accountEmailChangedEmail,
  'account-role-changed': accountRoleChangedEmail,
  'complimentary-plan': complimentaryPlanEmail,
  'complimentary-plan-ended': complimentaryPlanEndedEmail,
  'subscription-extended': subscriptionExtendedEmail,
  'subscription-coupon': subscriptionCouponEmail,
  'price-move': priceMoveEmail,
  'tax-move': taxMoveEmail,
  'post-review': postReviewEmail,
  'system-alert': systemAlertEmail,
} satisfies Record<EmailKind, unknown>;

/** The parts of an email of one kind. */
export type EmailData<Kind extends EmailKind> = z.input<(typeof templates)[Kind]['data']>;

/**
 * Renders the email of a kind from what the outbox holds for it. Only the named texts of the data are used, and each
 * stays text. `isSuspended`: whoever gets it can’t sign in. @throws when the data is not what the kind needs.
 */
export function renderEmail(
  deps: RenderEmailDeps,
  kind: EmailKind,
  data: Record<string, unknown>,
  { isSuspended = false }: { isSuspended?: boolean } = {},
): RenderedEmail {
  const composed = composeEmail(deps, kind, data, isSuspended);
  const letter = isSuspended ? leaveOutAccount(deps, composed) : composed;
  return renderLayout(toBranding(deps), leaveOutGoneLinks(deps, letter));
}

/** An alert that is sent past the outbox, from what a server remembers of its site while the database is away. */
export const renderAlertEmail = (
  { branding, timeZone }: { branding: EmailBranding; timeZone: string },
  data: EmailData<'system-alert'>,
): RenderedEmail =>
  renderLayout(
    branding,
    systemAlertEmail.create(
      { branding, formatTime: (at: number) => formatMinute(at, timeZone) },
      systemAlertEmail.data.parse(data),
    ),
  );

/** An email that is sent to try the mail server, from a site that is to be called so. */
export const renderTestEmail = (deps: RenderEmailDeps, name: string): RenderedEmail =>
  renderLayout(
    { ...toBranding(deps), name },
    {
      subject: `Emails of ${name} arrive`,
      preview: 'This is a test.',
      parts: [
        { text: `This is a test from ${name}.` },
        { text: 'You can read it, so the mail server that is set sends emails.' },
      ],
    },
  );

/** No button of an email leads to a page of a feature that is switched off. */
function leaveOutGoneLinks({ site }: RenderEmailDeps, letter: EmailContent): EmailContent {
  const off = site.settings ? listOffFeatures(site.settings) : [];
  const parts = letter.parts.filter((part) => !('href' in part) || isPathOn(part.href.slice(site.url.length), { off }));
  return { ...letter, parts };
}

/** Pages that ask everyone to sign in. */
const ACCOUNT_PATH = /^\/(subscriptions|profile|account)\b/;

/** Whoever can’t sign in reads whom to write to in place of buttons to the account. */
function leaveOutAccount({ site }: RenderEmailDeps, letter: EmailContent): EmailContent {
  const needsAccount = (part: EmailContent['parts'][number]) =>
    ('href' in part && ACCOUNT_PATH.test(part.href.slice(site.url.length))) || ('note' in part && part.needsAccount);
  const parts = letter.parts.filter((part) => !needsAccount(part));
  if (parts.length === letter.parts.length) return letter;
  const address = site.settings?.company.email ?? '';
  const contact = address === '' ? 'reply to this email' : `write to ${address}`;
  return {
    ...letter,
    parts: [
      ...parts,
      {
        note: `Your account is suspended, so you can’t sign in. If you have questions about your payments, ${contact}.`,
      },
    ],
  };
}

const toBranding = ({ site }: RenderEmailDeps) => ({
  name: site.name,
  url: site.url,
  palette: site.brand?.palette,
  signature: site.settings?.mail.signature,
  seller: site.settings && describeSeller(site.settings),
});

/** Nothing that the email doesn’t say already, without an address or a number of the company. */
function describeSeller({ company, language }: SiteSettings): string {
  const facts = listSellerFacts(company, language.language);
  return facts.length > 1 ? facts.join(' · ') : '';
}

function composeEmail(
  deps: RenderEmailDeps,
  kind: EmailKind,
  data: Record<string, unknown>,
  isSuspended = false,
): EmailContent {
  const template: EmailTemplate = templates[kind];
  const context = {
    branding: toBranding(deps),
    toLink: (entry: string) => createEntryLink(deps, entry),
    toInvitationLink: (publicId: string, expiresAt: number) => createInvitationLink(deps, { publicId, expiresAt }),
    toPayLink: (invoiceId: string) => createPayLink(deps, invoiceId),
    isSuspended,
    toInvoiceLink: (invoiceId: string, viewerId: number) =>
      `${deps.site.url}${createInvoicePath(deps.secrets, { invoiceId, document: 'invoice', viewerId, expiresAt: 'never' })}`,
    formatDay: (at: number) => formatBillingDate(at, deps.site.timeZone),
    formatTime: (at: number) => formatMinute(at, deps.site.timeZone),
  };
  return template.create(context, template.data.parse(data));
}

/**
 * The same for an admin's eyes: codes, and what follows the path of a link, are masked. The secret itself is not needed.
 * Null when the data is not what the kind needs.
 */
export function renderMaskedEmail(
  deps: RenderEmailDeps,
  kind: EmailKind,
  data: Record<string, unknown>,
): RenderedEmail | null {
  const content = composeWithoutSecret(deps, kind, data);
  return content && renderLayout(toBranding(deps), { ...content, parts: content.parts.map(maskSecret) });
}

/** The subject as an admin sees it, without rendering the email. Null when the data is not what the kind needs. */
export const readMaskedSubject = (
  deps: RenderEmailDeps,
  kind: EmailKind,
  data: Record<string, unknown>,
): string | null => composeWithoutSecret(deps, kind, data)?.subject ?? null;

function composeWithoutSecret(
  deps: RenderEmailDeps,
  kind: EmailKind,
  data: Record<string, unknown>,
): EmailContent | null {
  const placeholders = isSignInCodeKind(kind) ? templates[kind].createSample(deps.site.url) : {};
  try {
    return composeEmail(deps, kind, { ...data, ...placeholders });
  } catch {
    return null;
  }
}

function maskSecret(part: EmailContent['parts'][number]): EmailContent['parts'][number] {
  if ('code' in part) return { code: MASK };
  return 'href' in part ? { ...part, href: part.href.replace(/[?#].*/s, (end) => `${end.charAt(0)}${MASK}`) } : part;
}

/** Every kind of email, rendered from sample data. @throws not_found in production: the sample links would be ours. */
export function listEmailPreviews(deps: RenderEmailDeps & Pick<Deps, 'accounts'>): EmailPreviewJson[] {
  if (deps.accounts.isProduction) throw notFoundError('Email previews are only available in development.');
  return emailKinds.map((kind) => ({
    kind,
    ...renderEmail(deps, kind, templates[kind].createSample(deps.site.url)),
  }));
}
