import { region } from '#api/domain/region.ts';
import type { AuditAction, EmailKind, InvoiceStatus, RefundReason, SubscriptionAct } from '#api/domain/enums.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatCents } from '#api/domain/money.ts';
import { refundReasonLabels } from '#api/domain/refund-reasons.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import { roleWords } from '#api/domain/role-words.ts';
import type { TimelineEntryJson, UserDetailJson } from '#api/features/users/users.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import type { IconName } from '#src/ui/icons/icon-names.ts';
import { formatPlan, getShortName } from '#src/features/users/user-labels.ts';

export type EventTone = 'grey' | 'green' | 'yellow' | 'red';
/** How an entry of the timeline is shown. */
export type EventText = { title: string; note?: string | null; icon: IconName; tone?: EventTone };

type Values = TimelineEntryJson['values'];
type Context = { actor: string; user: string; values: Values };
type Describe = (context: Context) => EventText;

const EMAIL_LABELS: Partial<Record<string, string>> = {
  'sign-in-code': 'Sign-in code',
  'waiting-list-joined': 'Waiting list confirmation',
  'waiting-list-invited': 'Invitation',
  'payment-receipt': 'Receipt',
  'payment-failed': 'Payment failed',
  'payment-refunded': 'Refund',
  'refund-failed': 'Refund failed',
  'payment-disputed': 'Dispute',
  'plan-changed': 'Plan changed',
  'subscription-cancelled': 'Subscription cancelled',
  'subscription-reactivated': 'Subscription reactivated',
  'account-blacklisted': 'Account suspended',
  'account-email-changed': 'Email address changed',
  'trial-started': 'Trial started',
  'trial-ending': 'Trial ends soon',
  'subscription-extended': 'Subscription extended',
  'subscription-coupon': 'Coupon',
  'complimentary-plan': 'Plan given free of charge',
  'complimentary-plan-ended': 'Given plan ended',
} satisfies Partial<Record<EmailKind, string>>;

const EMAIL_STATES: Record<string, { title: string; tone?: EventTone; note?: string }> = {
  'email.sent': { title: 'Email sent' },
  'email.queued': { title: 'Email waiting to be sent', tone: 'yellow' },
  'email.expired': { title: 'Email not sent', tone: 'red' },
  'email.suppressed': { title: 'Email stopped', note: 'An admin stopped it, or this address gets no email.' },
};

const INVOICE_STATES = {
  'invoice.paid': { title: 'Payment received', tone: 'green' },
  'invoice.failed': { title: 'Payment failed', tone: 'red' },
  'invoice.refunded': { title: 'Payment refunded', tone: 'yellow' },
  'invoice.open': { title: 'Payment due', tone: 'yellow' },
  'invoice.uncollectible': { title: 'Payment written off', tone: 'red' },
  'invoice.void': { title: 'Invoice cancelled', tone: 'grey' },
  'invoice.draft': { title: 'Invoice drafted', tone: 'grey' },
} satisfies Record<`invoice.${InvoiceStatus | 'failed' | 'refunded'}`, { title: string; tone: EventTone }>;

const byAdmin =
  (format: (context: Context) => string, getNote?: (values: Values) => string | null): Describe =>
  (context) => ({
    title: format(context),
    icon: 'user',
    tone: 'yellow',
    ...(getNote && { note: getNote(context.values) }),
  });
const subscription =
  (words: string, tone: EventTone = 'grey'): Describe =>
  ({ values }) => ({ title: [words, getPlan(values)].filter(Boolean).join(': '), icon: 'credit-card', tone });

const quoteReason = ({ reason, until }: Values) =>
  reason && `‘${reason}’ ${until ? `Until ${formatLongDate(until)}.` : 'Permanent.'}`;

const FIELD_WORDS: Record<string, string> = { email: 'email', first_name: 'first name', last_name: 'last name' };

/** 'Changed: email and first name' */
const formatFields = (fields: unknown): string | null =>
  Array.isArray(fields)
    ? `Changed: ${formatList(fields.map((field) => FIELD_WORDS[String(field)] ?? String(field)))}`
    : null;

/** By the reason in the audit log; the code was right. */
const REFUSED_SIGN_INS: Record<string, string> = {
  blacklisted: 'Tried to sign in while blacklisted',
  in_deletion: 'Tried to sign in while being deleted',
};

/** What an admin did to a subscription, around its plan. Rows of earlier versions don't say it. */
const SUBSCRIPTION_ACTS: Partial<Record<SubscriptionAct, [verb: string, rest?: string]>> = {
  cancel: ['cancelled'],
  cancel_now: ['ended', ' straight away'],
  reactivate: ['reactivated'],
  change_plan: ['changed the plan of'],
  keep_plan: ['took back the change of plan of'],
  switch_price: ['moved', ' to its current price'],
  extend: ['extended'],
  undo_extension: ['took back the extension of'],
  add_coupon: ['added a coupon to'],
  remove_coupon: ['removed a coupon from'],
  undo_coupon: ['undid a change of the coupons of'],
  undo_change: ['undid the change of plan of'],
  change_failed: ['couldn’t change the plan of'],
  extension_failed: ['couldn’t move the next payment of'],
};

/** How each action of the audit log reads here. */
const ACTIONS: Partial<Record<AuditAction, Describe>> = {
  'auth.signed_in': () => ({ title: 'Signed in', icon: 'log-in' }),
  'auth.failed': ({ values }) => ({
    title: REFUSED_SIGN_INS[String(values.detail?.reason)] ?? 'Failed sign-in',
    icon: 'log-in',
    tone: 'yellow',
  }),
  'auth.signed_out': () => ({ title: 'Signed out', icon: 'log-out' }),
  'auth.sessions_ended': () => ({ title: 'Signed out other devices', icon: 'log-out' }),
  'user.created': () => ({ title: 'Account created', icon: 'user', tone: 'green' }),
  'user.blacklisted': byAdmin(({ actor, user }) => `${actor} blacklisted ${user}`, quoteReason),
  'user.unblacklisted': byAdmin(
    ({ actor }) => `${actor} removed the blacklist`,
    ({ reason }) => reason && `Reason it had: ‘${reason}’`,
  ),
  'user.blacklisting_undone': byAdmin(({ actor }) => `${actor} undid the blacklisting`),
  'user.unblacklisting_undone': byAdmin(({ actor }) => `${actor} undid the removal of the blacklist`),
  'user.role_changed': byAdmin(({ actor, user, values }) => {
    const role = values.after?.role ?? values.detail?.role;
    return `${actor} made ${user} ${roleWords[role as UserRole]?.inSentence ?? 'a user'}`;
  }),
  'user.role_change_undone': byAdmin(({ actor, user }) => `${actor} undid a change of the role of ${user}`),
  'user.changed': byAdmin(
    ({ actor, user }) => `${actor} changed the details of ${user}`,
    ({ detail }) => formatFields(detail?.fields),
  ),
  'user.change_undone': byAdmin(
    ({ actor, user }) => `${actor} undid a change of the details of ${user}`,
    ({ detail }) => formatFields(detail?.fields),
  ),
  'user.session_ended': byAdmin(({ actor, user }) => `${actor} signed ${user} out`),
  'user.note_added': byAdmin(({ actor, user }) => `${actor} added a note about ${user}`),
  'user.note_deleted': byAdmin(({ actor, user }) => `${actor} deleted a note about ${user}`),
  'complimentary_plan.given': byAdmin(
    ({ actor, user, values }) => `${actor} gave ${user} ${getPlan(values)} free of charge`,
    ({ detail }) => formatGift(detail),
  ),
  'complimentary_plan.ended': ({ actor, user, values }) =>
    values.detail?.why === 'ended_by_staff'
      ? { title: `${actor} ended ${getPlan(values)}, which ${user} was given`, icon: 'user', tone: 'yellow' }
      : { title: `${getPlan(values)}, given free of charge, ended`, icon: 'credit-card' },
  'complimentary_plan.giving_undone': byAdmin(
    ({ actor, user, values }) => `${actor} took ${getPlan(values)} back from ${user}`,
  ),
  'complimentary_plan.ending_undone': byAdmin(
    ({ actor, user, values }) => `${actor} gave ${user} ${getPlan(values)} back`,
  ),
  'user.deletion_scheduled': byAdmin(({ actor }) => `${actor} deleted the account`),
  'user.deletion_undone': byAdmin(({ actor }) => `${actor} stopped the deletion`),
  'export.user': byAdmin(({ actor, user }) => `${actor} exported the data of ${user}`),
  'waiting_list.invited': byAdmin(({ actor, user }) => `${actor} invited ${user} from the waiting list`),
  'waiting_list.rejected': byAdmin(({ actor, user }) => `${actor} rejected ${user} on the waiting list`),
  'waiting_list.put_back': byAdmin(({ actor, user }) => `${actor} put ${user} back on the waiting list`),
  'email.retried': byAdmin(({ actor }) => `${actor} retried an email`),
  'email.resent': byAdmin(({ actor }) => `${actor} sent an email again`),
  'email.suppressed': byAdmin(({ actor }) => `${actor} stopped an email`),
  'billing.subscription_changed': byAdmin(({ actor, values }) => {
    const [verb = 'changed', rest = ''] = SUBSCRIPTION_ACTS[values.detail?.act as SubscriptionAct] ?? [];
    return `${actor} ${verb} ${getPlan(values) || 'the subscription'}${rest}`;
  }),
  'billing.user_resynced': byAdmin(({ actor }) => `${actor} compared the subscriptions with Stripe`),
  'billing.drift_repaired': subscription('Subscription corrected from Stripe'),
  'subscription.started': subscription('Subscription started', 'green'),
  'subscription.plan_changed': subscription('Plan changed'),
  'subscription.change_scheduled': subscription('Plan change scheduled'),
  'subscription.change_cancelled': subscription('Plan change cancelled'),
  'subscription.cancel_scheduled': subscription('Cancellation scheduled', 'yellow'),
  'subscription.reactivated': subscription('Subscription reactivated', 'green'),
  'subscription.past_due': subscription('Payment overdue', 'red'),
  'subscription.recovered': subscription('Payment caught up', 'green'),
  'subscription.ended': subscription('Subscription ended'),
  'payment.refund_requested': ({ actor, values }) => ({
    title: `${actor} asked Stripe to refund ${formatAmount(values) ?? 'a payment'}`,
    note: refundReasonLabels[values.detail?.reason as RefundReason] ?? null,
    icon: 'credit-card',
    tone: 'yellow',
  }),
  'payment.refunded': ({ values }) => ({
    title: ['Payment refunded', formatAmount(values)].filter(Boolean).join(': '),
    icon: 'credit-card',
    tone: 'yellow',
  }),
  'payment.refund_failed': ({ values }) => ({
    title: ['Refund failed', formatAmount(values)].filter(Boolean).join(': '),
    icon: 'credit-card',
    tone: 'red',
  }),
  'payment.disputed': subscription('Payment disputed', 'red'),
};

/** '‘Partner of the launch’ Until 24 December 2026.' */
const formatGift = (detail: Values['detail']): string | null => {
  if (typeof detail?.reason !== 'string') return null;
  return `‘${detail.reason}’ ${typeof detail.until === 'string' ? `Until ${formatLongDate(detail.until)}.` : 'Without an end.'}`;
};

/** An entry of the timeline in words. An action without words of its own reads as it is called. */
export function describeEntry({ kind, action, actor, values }: TimelineEntryJson, user: UserDetailJson): EventText {
  if (kind === 'email') return describeEmail(action, values);
  if (action in INVOICE_STATES) return describeInvoice(action as keyof typeof INVOICE_STATES, values);
  const actorName = actor ? (actor.name ?? 'A former admin') : 'The system';
  const describe = ACTIONS[action as AuditAction] ?? (() => ({ title: formatAction(action), icon: 'scroll-text' }));
  return describe({ actor: actorName, user: getShortName(user), values });
}

function describeEmail(action: string, { email_kind: kind, last_error: error }: Values): EventText {
  const { title, tone = 'grey', note } = EMAIL_STATES[action] ?? { title: 'Email' };
  const label = EMAIL_LABELS[kind ?? ''] ?? formatAction(kind ?? 'unknown');
  return { title: `${title}: ${label}`, note: note ?? error, icon: 'mail', tone };
}

function describeInvoice(action: keyof typeof INVOICE_STATES, values: Values): EventText {
  const { title, tone } = describeSettled(action, values.amount ?? null) ?? INVOICE_STATES[action];
  // Stripe writes a credit as a negative invoice, and nothing to pay, as at the start of a trial, as one of 0.
  const amount =
    values.amount === 0 ? null : formatAmount({ ...values, amount: values.amount && Math.abs(values.amount) });
  const subject = [getPlan(values), amount].filter(Boolean).join(', ');
  return { title: [title, subject].filter(Boolean).join(': '), note: values.last_error, icon: 'credit-card', tone };
}

/** A paid invoice that took no money; null for any other. */
function describeSettled(
  action: keyof typeof INVOICE_STATES,
  amount: number | null,
): { title: string; tone: EventTone } | null {
  if (action !== 'invoice.paid' || amount === null || amount > 0) return null;
  return { title: amount < 0 ? 'Credit for later payments' : 'Invoice with nothing to pay', tone: 'grey' };
}

/** 'user.role_changed' as 'User role changed'. */
function formatAction(action: string): string {
  const words = action.replace(/[._-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The plan of the event; that of the row may have changed since. */
const getPlan = ({ product_name, plan_name, detail }: Values) =>
  formatPlan(product_name, typeof detail?.plan === 'string' ? detail.plan : plan_name);

function formatAmount({ amount, currency, detail }: Values): string | null {
  const cents = amount ?? detail?.cents;
  return typeof cents === 'number' ? formatCents(cents, currency ?? String(detail?.currency ?? region.currency)) : null;
}
