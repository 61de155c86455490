import { bundles, type Permission } from './permissions.ts';

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

export const scopeWords: Record<ApiScope, { label: string; hint: string }> = {
  content: { label: 'Content', hint: 'Write and publish posts, categories and media.' },
  documentation: { label: 'Documentation', hint: 'Read and write help documents, sections and media.' },
  people: { label: 'People', hint: 'Read names, addresses and what users have. Changes nothing.' },
  entitlements: { label: 'Entitlements', hint: 'Ask what a user has paid for. Nothing else.' },
};

export const API_KEY_NAME_MAX = 80;
/** Requests of one key in a minute to one server. */
export const API_KEY_REQUESTS_PER_MINUTE = 600;
