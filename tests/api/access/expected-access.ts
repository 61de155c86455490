import type { Permission } from '#api/domain/permissions.ts';
import type { Access } from '#api/endpoints/access.ts';

/** What each caller gets, in the order of `CALLERS`. */
type Statuses = [anonymous: number, user: number, blacklisted: number, admin: number, handoff: number];
export type Expected = { access: Access; statuses: Statuses };

/** Anyone may call it. A token is optional, but has to be valid. */
export const open = (status: number): Expected => ({
  access: 'anyone',
  statuses: [status, status, status, status, status],
});
export const signedIn = (status: number): Expected => ({
  access: 'signed-in',
  statuses: [401, status, 403, status, 403],
});
/** Also for a session that was handed off to another site. */
export const signedInOrHandoff = (status: number): Expected => ({
  access: 'signed-in-or-handoff',
  statuses: [401, status, 403, status, status],
});
/** Only with this permission, which the role `admin` holds. */
export const needs = (access: Permission, status: number): Expected => ({
  access,
  statuses: [401, 403, 403, status, 403],
});
/** For users only about themselves, for others with the permission to manage billing: here it is about user 999. */
export const ownOrBilling = (status: number): Expected => ({
  access: 'signed-in',
  statuses: [401, 403, 403, status, 403],
});

/** Only with the service key of OpenShelf; sessions open nothing. */
export const serviceOnly: Expected = { access: 'service', statuses: [401, 401, 401, 401, 401] };

/** Only with an API key; sessions open nothing. */
export const keyOnly: Expected = { access: 'api-key', statuses: [401, 401, 401, 401, 401] };

/** A request to a route; `STRANGER` in its path is the id of another user's session. */
export type RouteCase = { path?: string; body?: unknown; expected: Expected };
