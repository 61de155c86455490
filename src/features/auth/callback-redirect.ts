import type { z } from 'zod';
import { hasPermission, type Permission, userRoles } from '#api/domain/permissions.ts';
import type { signInResponse } from '#api/features/auth/auth.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { startSession } from '#src/stores/session.ts';

export type SignInJson = z.infer<typeof signInResponse>;

/** The requested destination; the server decides whether it is allowed. */
export const readCallbackUrl = () => new URLSearchParams(window.location.search).get('callbackUrl');

/** Redirects to the callback URL with a token of its own; without one to the start page of admins, or home. @throws ApiError */
export async function redirectToCallback(callbackUrl: string | null, { role }: Pick<UserJson, 'role'>): Promise<void> {
  if (!callbackUrl) return window.location.assign(hasPermission(role, 'overview.read') ? paths.admin : paths.home);
  const { url } = await api.post('/api/auth/handoff', { json: { callbackUrl } });
  window.location.assign(url);
}

/** Keeps the session that was answered, and leads on. @throws Error, ApiError */
export function completeSignIn(signIn: SignInJson, callbackUrl: string | null): Promise<void> {
  startSession(signIn);
  return redirectToCallback(callbackUrl, signIn.user);
}

/** True for what at least one role holds: pages load the bundles anyway, and not the list of permissions as well. */
const isPermission = (name: string): name is Permission =>
  userRoles.some((role) => hasPermission(role, name as Permission));

/** True on a sign-in page to which this user was redirected because a permission is missing. */
export function isAccessDenied({ role }: Pick<UserJson, 'role'>): boolean {
  const denied = new URLSearchParams(window.location.search).get('denied');
  return denied !== null && isPermission(denied) && !hasPermission(role, denied);
}
