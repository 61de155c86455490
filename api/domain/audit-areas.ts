import { getSiteFacts } from './site-facts.ts';
import { type AuditAction, auditActions } from './enums.ts';

/** The parts of the site that the audit log is filtered by, in the order of the screen. */
export const auditAreaLabels = {
  posts: 'Posts',
  categories: 'Categories and tags',
  media: 'Media',
  documents: 'Documents',
  sections: 'Sections',
  products: 'Products',
  users: 'Users',
  'waiting-lists': 'Waiting lists',
  email: 'Email',
  subscriptions: 'Subscriptions',
  billing: 'Billing',
  get openshelf() {
    return getSiteFacts().shelf;
  },
  publishing: 'Publishing',
  navigation: 'Navigation',
  site: 'Site',
  'sign-in': 'Sign-in',
  exports: 'Exports',
};
export type AuditArea = keyof typeof auditAreaLabels;
export const auditAreas = Object.keys(auditAreaLabels) as [AuditArea, ...AuditArea[]];

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
  tag: 'categories',
  author: 'posts',
  document: 'documents',
  documents: 'documents',
  section: 'sections',
  sections: 'sections',
  product: 'products',
  products: 'products',
  upload: 'media',
  redirect: 'navigation',
  site: 'site',
  page: 'site',
  catalogue: 'site',
  promotion_code: 'site',
  purchase_rehearsal: 'billing',
  missing_path: 'navigation',
  import: 'site',
  publish: 'publishing',
  release: 'publishing',
  subscription: 'subscriptions',
  complimentary_plan: 'subscriptions',
  price_move: 'subscriptions',
  tax_move: 'subscriptions',
  payment: 'subscriptions',
  billing: 'billing',
  publication: 'openshelf',
  rejection_reason: 'openshelf',
  rejection_reasons: 'openshelf',
  openshelf_webhook: 'openshelf',
  api_key: 'site',
  webhook_endpoint: 'site',
  subscription_webhook: 'site',
};

export const getAuditArea = (action: AuditAction): AuditArea => areaByPrefix[action.split('.')[0] as ActionPrefix];

export const listAreaActions = (area: AuditArea): AuditAction[] =>
  auditActions.filter((action) => getAuditArea(action) === area);
