import { hasPermission, type Permission, type UserRole } from './permissions.ts';

/**
 * Everything that is stored about people and everything that isn't published, by kind: as screens name it, and the permission
 * whose holders read it. Guards and sentences follow from this table; `tests/api/access/private-answers.test.ts` reads every
 * answer of every route as each role and key, and fails on a value of a kind that its caller may not read.
 */
export const privateData = {
  names: { label: 'names', permission: 'overview.read' },
  addresses: { label: 'email addresses', permission: 'users.read' },
  suspensions: { label: 'suspensions and why', permission: 'users.read' },
  plans: { label: 'plans and totals paid', permission: 'users.read' },
  devices: { label: 'devices and IP addresses', permission: 'users.read' },
  notes: { label: 'internal notes', permission: 'users.read' },
  histories: { label: 'what people did', permission: 'users.read' },
  payments: { label: 'payments and invoices', permission: 'billing.read' },
  mail: { label: 'emails that were sent', permission: 'mail.read' },
  waitingLists: { label: 'waiting lists', permission: 'waiting-list.manage' },
  posts: { label: 'unpublished posts of others', permission: 'posts.publish' },
  documents: { label: 'unpublished documentation', permission: 'documents.write' },
  site: { label: 'unpublished pages and settings', permission: 'settings.manage' },
  navigation: { label: 'redirects and addresses not found', permission: 'navigation.manage' },
  works: { label: 'submitted works', permission: 'openshelf.review' },
  publishes: { label: 'the list of publishes', permission: 'publishes.read' },
  system: { label: 'server, API keys and versions of the site', permission: 'system.manage' },
} as const satisfies Record<string, { label: string; permission: Permission }>;
export type PrivateData = keyof typeof privateData;

export const privateDataNames = Object.keys(privateData) as PrivateData[];

/** True for a person with this role; what a key reads is in `scopeData`. */
export const mayRoleRead = (role: UserRole, data: PrivateData): boolean =>
  hasPermission(role, privateData[data].permission);

/** Several kinds as the end of a sentence, such as 'names and email addresses'. */
export function formatPrivateData(data: readonly PrivateData[]): string {
  const labels = data.map((each) => privateData[each].label);
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')}, and ${labels.at(-1)}`;
}
