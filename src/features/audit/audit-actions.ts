import type { AuditAction, SubscriptionAct } from '#api/domain/enums.ts';
import { formatCents } from '#api/domain/money.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { AuditEntryJson } from '#api/features/audit/audit.contract.ts';

/** `{actor}` and `{subject}` stand for the name and the link. */
type Sentence = string | { /** For the filter. */ label: string; write: (entry: AuditEntryJson) => string };

/** How many things a bulk action changed; null for an action on one thing. */
const countIds = ({ detail }: AuditEntryJson): number | null => (Array.isArray(detail?.ids) ? detail.ids.length : null);

const isOwnAct = ({ actor, subject }: AuditEntryJson) =>
  actor !== null && subject.type === 'user' && subject.id === String(actor.id);

/** An action on entries of a waiting list, one or many. */
const writeForEntries = (label: string, verb: string, rest = ''): Sentence => ({
  label,
  write: (entry) => {
    const count = countIds(entry);
    const people = count === null ? '{subject}' : formatCount(count, 'person', 'people');
    return `{actor} ${verb} ${people}${rest}`;
  },
});

/** A decision on publications, one or many. */
const writeForPublications = (label: string, verb: string): Sentence => ({
  label,
  write: (entry) => {
    const count = countIds(entry);
    return `{actor} ${verb} ${count === null ? '{subject}' : formatCount(count, 'publication')}`;
  },
});

/** A file with rows of a list. */
const writeExport = (label: string, one: string, other?: string): Sentence => ({
  label,
  write: ({ detail }) => `{actor} exported ${formatCount(Number(detail?.rows ?? 0), one, other)}`,
});

/** Sign-ins with the right code, by the reason why they failed. */
const REFUSED_SIGN_INS: Record<string, string> = {
  blacklisted: '{subject} tried to sign in while blacklisted',
  in_deletion: '{subject} tried to sign in while being deleted',
  blacklisted_address: 'Someone tried to sign up with a blacklisted address',
};

/** What an admin did to a subscription for its user. Rows of earlier versions don't say it. */
const SUBSCRIPTION_ACTS: Partial<Record<SubscriptionAct, string>> = {
  cancel: '{actor} cancelled subscription {subject}',
  cancel_now: '{actor} ended subscription {subject} straight away',
  reactivate: '{actor} reactivated subscription {subject}',
  change_plan: '{actor} changed the plan of subscription {subject}',
  keep_plan: '{actor} took back the change of plan of subscription {subject}',
  switch_price: '{actor} moved subscription {subject} to the current price of its plan',
  extend: '{actor} extended subscription {subject}',
  undo_extension: '{actor} undid the extension of subscription {subject}',
  add_coupon: '{actor} added a coupon to subscription {subject}',
  remove_coupon: '{actor} removed a coupon from subscription {subject}',
  undo_coupon: '{actor} undid a change of the coupons of subscription {subject}',
  undo_change: '{actor} undid the change of plan of subscription {subject}',
  change_failed: '{actor} couldn’t change the plan of subscription {subject}',
  extension_failed: '{actor} couldn’t extend subscription {subject}',
};

/** Every action in words; a new one does not compile without. */
const SENTENCES: Record<AuditAction, Sentence> = {
  'auth.signed_in': '{actor} signed in',
  'auth.failed': {
    label: 'Failed sign-in',
    write: ({ detail }) => REFUSED_SIGN_INS[String(detail?.reason)] ?? 'Someone entered a wrong sign-in code',
  },
  'auth.signed_out': '{actor} signed out',
  'auth.sessions_ended': '{actor} ended other sessions of their own',
  'user.created': '{actor} created an account',
  'user.blacklisted': '{actor} blacklisted {subject}',
  'user.unblacklisted': '{actor} removed {subject} from the blacklist',
  'user.role_changed': '{actor} changed the role of {subject}',
  'user.role_change_undone': '{actor} undid a change of the role of {subject}',
  'user.changed': '{actor} changed the name or email of {subject}',
  'user.change_undone': '{actor} undid a change of the name or email of {subject}',
  'user.address_unblacklisted': '{actor} let the address of {subject} sign up again',
  'user.session_ended': '{actor} ended a session of {subject}',
  'user.note_added': '{actor} added a note about {subject}',
  'user.note_deleted': '{actor} deleted a note about {subject}',
  'price_move.started': {
    label: 'Moved subscribers to another price',
    write: ({ detail }) =>
      `{actor} moves ${formatCount(Number(detail?.subscribers ?? 0), 'subscriber')} of ${String(detail?.plan ?? 'a plan')} to another price`,
  },
  'price_move.cancelled': {
    label: 'Cancelled a move to another price',
    write: ({ detail }) =>
      `{actor} cancelled the move of subscribers of ${String(detail?.plan ?? 'a plan')} to another price`,
  },
  'price_move.undone': {
    label: 'Undid a move to another price',
    write: ({ detail }) =>
      `{actor} undid the move of subscribers of ${String(detail?.plan ?? 'a plan')} to another price`,
  },
  'tax_move.started': {
    label: 'Moved subscribers to another tax rate',
    write: ({ detail }) =>
      `{actor} moves ${formatCount(Number(detail?.subscribers ?? 0), 'subscriber')} of ${String(detail?.product ?? 'a product')} to ${String(detail?.to ?? 'another tax rate')}`,
  },
  'tax_move.undone': {
    label: 'Undid a move to another tax rate',
    write: ({ detail }) =>
      `{actor} undid the move of subscribers of ${String(detail?.product ?? 'a product')} to another tax rate`,
  },
  'complimentary_plan.given': '{actor} gave {subject} a plan free of charge',
  'complimentary_plan.ended': {
    label: 'Ended a plan given free of charge',
    write: ({ actor }) =>
      actor === null
        ? 'A plan that {subject} was given free of charge ended'
        : '{actor} ended a plan that {subject} was given free of charge',
  },
  'complimentary_plan.giving_undone': '{actor} took back a plan given to {subject}',
  'complimentary_plan.ending_undone': '{actor} gave {subject} back a plan that was ended',
  'user.deletion_scheduled': '{actor} requested the deletion of {subject}',
  'user.deletion_undone': '{actor} cancelled the deletion of {subject}',
  'user.blacklisting_undone': '{actor} undid the blacklisting of {subject}',
  'user.unblacklisting_undone': '{actor} put {subject} back on the blacklist',
  'user.deleted': {
    label: 'Deleted a user',
    write: (entry) => (isOwnAct(entry) ? '{actor} deleted their own account' : '{actor} deleted {subject}'),
  },
  'waiting_list.invited': writeForEntries('Invited people', 'invited', ' from the waiting list'),
  'waiting_list.rejected': writeForEntries('Rejected people', 'rejected', ' on the waiting list'),
  'waiting_list.put_back': writeForEntries('Put people back on the list', 'put', ' back on the waiting list'),
  'waiting_list.deleted': writeForEntries('Deleted people', 'deleted', ' from the waiting list'),
  'waiting_list.invitation_resent': writeForEntries('Sent invitations again', 'sent the invitation again to'),
  'waiting_list.undone': '{actor} undid an action on the waiting list',
  'export.users': writeExport('Exported users', 'user'),
  'export.user': { label: 'Exported the data of one person', write: () => '{actor} exported the data of {subject}' },
  'export.books': '{actor} downloaded the books of {subject}',
  'export.waiting_list': writeExport('Exported waiting lists', 'entry of waiting lists', 'entries of waiting lists'),
  'export.audit_log': writeExport('Exported the audit log', 'entry of the audit log', 'entries of the audit log'),
  'export.redirects': writeExport('Exported redirects', 'redirect'),
  'export.content': { label: 'Exported posts and pages', write: () => '{actor} exported all posts and pages' },
  'email.retried': '{actor} retried email {subject}',
  'email.resent': '{actor} sent email {subject} again',
  'email.suppressed': '{actor} stopped email {subject}',
  'email_address.suppressed': {
    label: 'Stopped email to an address',
    write: () => '{actor} stopped email to an address',
  },
  'email_address.unsuppressed': {
    label: 'Allowed email to an address',
    write: () => '{actor} allowed email to an address again',
  },
  'blog.created': '{actor} created the post {subject}',
  'blog.changed': {
    label: 'Changed the post',
    write: ({ before, after, at }) => {
      const isPublished = after?.status === 'published' && before?.status !== 'published';
      const isScheduled = isPublished && String(after?.published_at ?? '') > at;
      return `{actor} ${isScheduled ? 'scheduled' : isPublished ? 'published' : 'changed'} the post {subject}`;
    },
  },
  'blog.submitted': '{actor} submitted the post {subject} for review',
  'blog.withdrawn': '{actor} took the post {subject} back from review',
  'blog.returned': '{actor} asked for changes of the post {subject}',
  'blog.trashed': '{actor} moved the post {subject} to the trash',
  'blog.restored': '{actor} restored the post {subject}',
  'blog.undone': '{actor} undid an action on the post {subject}',
  'blog.deleted': '{actor} deleted the post {subject}',
  'category.created': '{actor} created the category {subject}',
  'category.changed': '{actor} changed the category {subject}',
  'category.deleted': '{actor} deleted the category {subject}',
  'tag.created': '{actor} created the tag {subject}',
  'tag.changed': '{actor} changed the tag {subject}',
  'tag.merged': '{actor} merged another tag into {subject}',
  'tag.deleted': '{actor} deleted the tag {subject}',
  'tag.deletion_undone': '{actor} undid the deletion of the tag {subject}',
  'author.created': '{actor} created the author {subject}',
  'author.changed': '{actor} changed the author {subject}',
  'author.deleted': '{actor} deleted the author {subject}',
  'author.deletion_undone': '{actor} undid the deletion of the author {subject}',
  'document.created': '{actor} created the document {subject}',
  'document.changed': '{actor} changed the document {subject}',
  'document.deleted': '{actor} deleted the document {subject}',
  'document.deletion_undone': '{actor} undid the deletion of the document {subject}',
  'documents.ordered': {
    label: 'Reordered documents',
    write: ({ subject }) =>
      subject.id ? '{actor} reordered the documents of {subject}' : '{actor} reordered documents',
  },
  'section.created': '{actor} created the section {subject}',
  'section.changed': '{actor} changed the section {subject}',
  'section.deleted': '{actor} deleted the section {subject}',
  'sections.ordered': {
    label: 'Reordered sections',
    write: ({ subject }) => (subject.id ? '{actor} reordered the sections of {subject}' : '{actor} reordered sections'),
  },
  'product.created': '{actor} created the product {subject}',
  'product.changed': '{actor} changed the product {subject}',
  'product.deleted': '{actor} deleted the product {subject}',
  'products.ordered': '{actor} reordered products',
  'redirect.created': '{actor} added the redirect {subject}',
  'redirect.changed': '{actor} changed the redirect {subject}',
  'redirect.deleted': '{actor} deleted the redirect {subject}',
  'redirect.imported': {
    label: 'Imported redirects',
    write: ({ detail }) => `{actor} imported ${formatCount(Number(detail?.redirects ?? 0), 'redirect')}`,
  },
  'missing_path.ignored': {
    label: 'Ignored a missing address',
    write: () => '{actor} ignored a missing address',
  },
  'missing_path.ignoring_undone': {
    label: 'Listed an ignored address again',
    write: () => '{actor} listed an ignored address again',
  },
  'redirect.undone': '{actor} undid a change of redirects',
  'import.started': { label: 'Started an import', write: () => '{actor} started an import' },
  'import.stopped': { label: 'Stopped an import', write: () => '{actor} stopped an import' },
  'import.finished': { label: 'Imported a site', write: () => '{actor} imported a site' },
  'import.undoing_started': { label: 'Asked to undo an import', write: () => '{actor} asked to undo an import' },
  'import.undone': { label: 'Undid an import', write: () => '{actor} undid an import' },
  'site.published': { label: 'Published changes of the site', write: () => '{actor} published changes of the site' },
  'site.discarded': { label: 'Discarded changes of the site', write: () => '{actor} discarded changes of the site' },
  'site.scheduled': { label: 'Scheduled changes of the site', write: () => '{actor} scheduled changes of the site' },
  'site.schedule_cancelled': {
    label: 'Cancelled scheduled changes of the site',
    write: () => '{actor} cancelled scheduled changes of the site',
  },
  'site.publish_undone': { label: 'Undid a publish of the site', write: () => '{actor} undid a publish of the site' },
  'catalogue.product_created': '{actor} added the product {subject}',
  'catalogue.plan_created': '{actor} added the plan {subject}',
  'catalogue.product_deleted': '{actor} deleted the product {subject}',
  'catalogue.plan_deleted': '{actor} deleted the plan {subject}',
  'catalogue.price_chosen': '{actor} chose a price at Stripe for {subject}',
  'promotion_code.created': '{actor} created the promotion code {subject}',
  'promotion_code.deactivated': '{actor} deactivated the promotion code {subject}',
  'purchase_rehearsal.started': '{actor} rehearsed the purchase of every plan',
  'page.created': '{actor} created the page {subject}',
  'page.deleted': '{actor} deleted the page {subject}',
  'page.deletion_undone': { label: 'Restored a deleted page', write: () => '{actor} restored a deleted page' },
  'upload.created': '{actor} uploaded {subject}',
  'upload.changed': '{actor} changed the alt text of {subject}',
  'upload.deleted': '{actor} deleted the file {subject}',
  'publish.retried': '{actor} retried publish {subject}',
  'publish.rebuilt': '{actor} rebuilt all pages',
  'release.restored': '{actor} restored release {subject}',
  'release.resumed': '{actor} resumed publishing after release {subject}',
  'subscription.started': 'Subscription {subject} started',
  'subscription.plan_changed': 'Subscription {subject} changed plan',
  'subscription.change_scheduled': 'A change of plan was scheduled for subscription {subject}',
  'subscription.change_cancelled': 'The scheduled change of subscription {subject} was cancelled',
  'subscription.cancel_scheduled': 'Subscription {subject} was set to end',
  'subscription.reactivated': 'Subscription {subject} was reactivated',
  'subscription.past_due': 'Subscription {subject} is past due',
  'subscription.recovered': 'Subscription {subject} was paid after all',
  'subscription.ended': 'Subscription {subject} ended',
  'payment.refund_requested': {
    label: 'Asked Stripe for a refund',
    write: ({ detail }) => {
      const { cents, currency } = detail ?? {};
      const amount = typeof cents === 'number' ? formatCents(cents, String(currency)) : 'a part';
      return `{actor} asked Stripe to refund ${amount} of invoice {subject}`;
    },
  },
  'payment.refunded': 'A payment was refunded: {subject}',
  'payment.refund_failed': 'A refund failed: {subject}',
  'payment.disputed': 'A payment was disputed: {subject}',
  'billing.event_replayed': {
    label: 'Replayed Stripe events',
    write: ({ subject }) =>
      subject.type === 'events'
        ? '{actor} replayed all failed Stripe events'
        : '{actor} replayed Stripe event {subject}',
  },
  'billing.reconciled': '{actor} compared everything with Stripe',
  'billing.refund_settled': {
    label: 'Marked failed refunds as paid back',
    write: ({ after }) =>
      after?.settled === false
        ? '{actor} opened a failed refund of {subject} again'
        : '{actor} marked a failed refund of {subject} as paid back',
  },
  'billing.month_closed': '{actor} closed the books of {subject}',
  'billing.month_reopened': '{actor} reopened the books of {subject}',
  'billing.drift_repaired': 'A difference from Stripe was repaired: {subject}',
  'billing.subscription_changed': {
    label: 'Changed a subscription for its user',
    write: ({ detail }) =>
      SUBSCRIPTION_ACTS[detail?.act as SubscriptionAct] ?? '{actor} changed subscription {subject} for its user',
  },
  'publication.approved': writeForPublications('Approved publications', 'approved'),
  'publication.rejected': writeForPublications('Rejected publications', 'rejected'),
  'publication.changes_requested': '{actor} asked for changes to {subject}',
  'publication.decision_undone': writeForPublications('Undid a decision', 'undid the decision on'),
  'publication.review_opened': '{actor} opened {subject} for review',
  'rejection_reason.created': '{actor} added the rejection reason {subject}',
  'rejection_reason.changed': '{actor} changed the rejection reason {subject}',
  'rejection_reason.retired': '{actor} retired the rejection reason {subject}',
  'rejection_reason.restored': '{actor} restored the rejection reason {subject}',
  'rejection_reason.deleted': '{actor} deleted the rejection reason {subject}',
  'rejection_reasons.ordered': {
    label: 'Reordered rejection reasons',
    write: () => '{actor} reordered the rejection reasons',
  },
  'openshelf_webhook.replayed': '{actor} sent webhook {subject} again',
  'api_key.created': '{actor} made the API key {subject}',
  'api_key.revoked': '{actor} revoked the API key {subject}',
  'api_key.restored': '{actor} put back the API key {subject}',
  'webhook_endpoint.created': '{actor} added the webhook address {subject}',
  'webhook_endpoint.deleted': '{actor} removed the webhook address {subject}',
  'webhook_endpoint.tested': '{actor} sent a test to the webhook address {subject}',
  'subscription_webhook.replayed': '{actor} sent webhook {subject} again',
  'billing.user_resynced': '{actor} fetched the payments of {subject} from Stripe',
  'billing.webhook_events_added': '{actor} made Stripe send more events to this site',
};

export function writeSentence(entry: AuditEntryJson): string {
  const sentence = SENTENCES[entry.action];
  return typeof sentence === 'string' ? sentence : sentence.write(entry);
}

/** An action without who and what, for the filter: 'Changed the post'. */
export function formatAction(action: AuditAction): string {
  const sentence = SENTENCES[action];
  if (typeof sentence !== 'string') return sentence.label;
  const words = sentence
    .replace(/ ?\{\w+\}/g, '')
    .replace(/:$/, '')
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
