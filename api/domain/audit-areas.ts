import { type AuditAction, auditActions } from './enums.ts';

/** The parts of the site that the audit log is filtered by, in the order of the screen. */
export const auditAreas = [
  'posts',
  'categories',
  'media',
  'documents',
  'sections',
  'products',
  'users',
  'waiting-lists',
  'email',
  'subscriptions',
  'billing',
  'openshelf',
  'publishing',
  'sign-in',
  'exports',
] as const;
export type AuditArea = (typeof auditAreas)[number];

/** What stands before the dot in an action. */
type ActionPrefix = AuditAction extends `${infer Prefix}.${string}` ? Prefix : never;

/** A new prefix does not compile without an area. */
const areaByPrefix: Record<ActionPrefix, AuditArea> = {
  auth: 'sign-in',
  user: 'users',
  waiting_list: 'waiting-lists',
  export: 'exports',
  email: 'email',
  email_address: 'email',
  blog: 'posts',
  category: 'categories',
  document: 'documents',
  documents: 'documents',
  section: 'sections',
  sections: 'sections',
  product: 'products',
  products: 'products',
  upload: 'media',
  publish: 'publishing',
  release: 'publishing',
  subscription: 'subscriptions',
  payment: 'subscriptions',
  billing: 'billing',
  publication: 'openshelf',
  rejection_reason: 'openshelf',
  rejection_reasons: 'openshelf',
  openshelf_webhook: 'openshelf',
};

export const getAuditArea = (action: AuditAction): AuditArea => areaByPrefix[action.split('.')[0] as ActionPrefix];

export const listAreaActions = (area: AuditArea): AuditAction[] =>
  auditActions.filter((action) => getAuditArea(action) === area);
