import type { Page } from 'playwright';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import type { Site } from './site.ts';

/** Signs a user of the demo content in, in the browser storage of the page. Returns the token. */
export async function signInAs(site: Site, page: Page, role: UserRole = 'admin'): Promise<string> {
  const user = await site.server.db.orm.query.users.findFirst({ where: (users, { eq }) => eq(users.role, role) });
  if (!user) throw new Error(`There is no ${role}.`);
  const browser = { userAgent: 'Test browser', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(site.server).create(user.id, browser);
  const stored = [token, JSON.stringify(toUserJson(user))] as const;
  await page.addInitScript(([storedToken, storedUser]) => {
    // Only once per tab, so that the page can remove the token.
    if (sessionStorage.getItem('signedInByTest')) return;
    sessionStorage.setItem('signedInByTest', '1');
    localStorage.setItem('user', storedUser);
    localStorage.setItem('token', storedToken);
  }, stored);
  return token;
}
