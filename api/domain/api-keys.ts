import { bundles, type Permission } from './permissions.ts';
import { formatPrivateData, type PrivateData } from './private-data.ts';

/** What a key may be used for; it is chosen when the key is made and stays. */
export const apiScopes = ['content', 'documentation', 'people', 'entitlements'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** The permissions of the person who made the key that it may use. Who has bought what is read without one: `GET /api/v1/entitlements`. */
export const scopePermissions: Record<ApiScope, readonly Permission[]> = {
  content: bundles.posts,
  documentation: bundles.documentation,
  people: ['users.read'],
  entitlements: [],
};

/** Kinds of private data that a key reads, as far as its maker may. */
export const scopeData: Record<ApiScope, readonly PrivateData[]> = {
  content: ['names', 'posts', 'publishes'],
  documentation: ['names', 'documents'],
  people: ['names', 'addresses', 'suspensions', 'plans'],
  entitlements: ['plans'],
};

export const scopeWords: Record<ApiScope, { label: string; hint: string }> = {
  content: { label: 'Content', hint: `Writes and publishes posts, categories and media. ${describeData('content')}` },
  documentation: {
    label: 'Documentation',
    hint: `Writes and publishes help documents, sections and media. ${describeData('documentation')}`,
  },
  people: { label: 'People', hint: `${describeData('people')} Changes nothing.` },
  entitlements: {
    label: 'Entitlements',
    hint: 'Asks what a user has paid for, whom it names by email address or number. Reads nothing else, and no addresses.',
  },
};

function describeData(scope: ApiScope): string {
  return `Reads ${formatPrivateData(scopeData[scope])}.`;
}

export const API_KEY_NAME_MAX = 80;
/** Requests of one key in a minute to one server. */
export const API_KEY_REQUESTS_PER_MINUTE = 600;
