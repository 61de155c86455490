import { documentReaderWords } from '#api/domain/document-readers.ts';
import { auditAreaLabels } from '#api/domain/audit-areas.ts';
import { blacklistedSubscriptionLabels, blacklistScopeLabels } from '#api/domain/blacklist.ts';
import { refundReasonLabels } from '#api/domain/refund-reasons.ts';
import { roleWords } from '#api/domain/role-words.ts';
import { signInFilterLabels } from '#api/domain/user-list.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import type { AuditSubjectJson } from '#api/features/audit/audit.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { formatAction } from './audit-actions.ts';

/** Where a subject is shown, by its type. */
const SUBJECT_LINKS: Record<string, (id: string, label: string) => string> = {
  user: (id) => paths.userDetail(Number(id)),
  blog: (id) => paths.editBlog(Number(id)),
  page: (id) => paths.editPage(Number(id)),
  category: () => paths.categoryManager,
  tag: () => paths.adminTags,
  author: () => paths.adminAuthors,
  redirect: () => paths.adminRedirects,
  'api-key': () => paths.adminApi,
  'webhook-endpoint': () => paths.adminApi,
  'subscription-webhook': () => paths.adminApi,
  document: (id) => paths.editDocument(Number(id)),
  section: () => paths.sectionManager,
  product: () => paths.productManager,
  upload: (_id, label) => `${paths.adminMedia}?${new URLSearchParams({ search: label })}`,
  'waiting-list': (id) => `${paths.waitingListManager}?entry=${id}`,
  publish: () => paths.adminPublishing,
  release: () => paths.adminPublishing,
  publication: (id) => openshelfPaths.reviewDetail(Number(id)),
  'rejection-reason': () => openshelfPaths.rejectionReasons,
  'openshelf-webhook': () => openshelfPaths.openshelfWebhooks,
  event: (id) => `${paths.adminBilling}?${new URLSearchParams({ event: id })}`,
};

export const formatSubject = ({ label, id, key }: AuditSubjectJson): string => label ?? id ?? key;

/** The address of a subject; null for one that is deleted or has no screen. */
export function findSubjectHref(subject: AuditSubjectJson): string | null {
  if (subject.id === null || subject.is_deleted) return null;
  return SUBJECT_LINKS[subject.type]?.(subject.id, formatSubject(subject)) ?? null;
}

/** Fields whose names say too little. */
const FIELD_LABELS: Record<string, string> = {
  slug: 'Address',
  alt: 'Alt text',
  ids: 'Order',
  cover_id: 'Cover',
  category_ids: 'Categories',
  tag_ids: 'Tags',
  author_ids: 'Authors',
  meta_title: 'Title for search engines',
  canonical_url: 'Canonical URL',
  social_image_id: 'Sharing image',
  section_id: 'Section',
  document_readers: 'Who can read the documentation',
  product_id: 'Product',
  published_at: 'Publish date',
  blacklisted_until: 'Blacklisted until',
  delete_after: 'Deletion due',
  // Of exports: what narrowed the list.
  isBlacklisted: 'Blacklisted',
  lastLogin: 'Last login',
  productId: 'Product',
  actorId: 'By',
  subject: 'About',
  searched: 'With a search',
  delivery: 'Invitation email',
};

/** Values of ours whose words say too little, by their fields. */
const VALUE_LABELS: Record<string, Record<string, string>> = {
  document_readers: documentReaderWords,
  area: auditAreaLabels,
  isBlacklisted: { true: 'Yes', false: 'No' },
  lastLogin: signInFilterLabels,
  delivery: { waiting: 'Not sent yet', sent: 'Sent', failed: 'Not delivered' },
  scope: blacklistScopeLabels,
  subscriptions: blacklistedSubscriptionLabels,
  reason: refundReasonLabels,
  role: Object.fromEntries(Object.entries(roleWords).map(([role, { label }]) => [role, label])),
};

/** Fields whose values are single words of our own. */
const WORD_FIELDS = ['status', 'kind'];

/** A value in words: 'Ai rejected' for `ai_rejected`; texts stay as they are. */
export function formatValue(field: string, value: unknown): string {
  const text = String(value);
  if (field === 'action') return formatAction(text as AuditAction);
  if (field === 'fields') return formatField(text);
  const label = VALUE_LABELS[field]?.[text];
  if (!label && !WORD_FIELDS.includes(field)) return text;
  const words = label ?? text.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** 'Publish date' for `published_at`; other names as words: 'Publishing paused' for `is_publishing_paused`. */
export function formatField(name: string): string {
  const words = name.replace(/^is_/, '').replaceAll('_', ' ');
  return FIELD_LABELS[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
