import type { Page } from 'playwright';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import type { Site } from './site.ts';

/** Makes the browser one that a person of the demo content is signed in with. Answers the token. */
export async function signInAs(site: Site, page: Page, role: UserRole = 'admin'): Promise<string> {
  const user = await site.server.db.orm.query.users.findFirst({ where: (users, { eq }) => eq(users.role, role) });
  if (!user) throw new Error(`There is no ${role}.`);
  const browser = { userAgent: 'Test browser', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(site.server).create(user.id, browser);
  const kept = [token, JSON.stringify(toUserJson(user))] as const;
  await page.addInitScript(([key, json]) => {
    // Once for a tab, so that a page may take the token away.
    if (sessionStorage.getItem('signedInByTest')) return;
    sessionStorage.setItem('signedInByTest', '1');
    localStorage.setItem('user', json);
    localStorage.setItem('token', key);
  }, kept);
  return token;
}
