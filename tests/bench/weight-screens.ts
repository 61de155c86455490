import type { Browser } from 'playwright';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import type { RunningServer } from '#api/server.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { type PageWeight, weighPage } from './weight-page.ts';

const KB = 1024;

/** JavaScript on the wire, bytes. */
export const SCREEN_LIMITS = { editor: 350 * KB, list: 130 * KB } as const;

type ScreenTarget = { name: string; path: string; ready: string; kind: keyof typeof SCREEN_LIMITS };

/** The screens of the back office, each with a selector that is visible when its rows or its editor are loaded. */
export const SCREENS: readonly ScreenTarget[] = [
  { name: 'add blog', path: paths.addBlog, ready: '.ProseMirror', kind: 'editor' },
  { name: 'edit blog', path: paths.editBlog(1), ready: '.ProseMirror', kind: 'editor' },
  { name: 'start', path: paths.admin, ready: '.overview-row', kind: 'list' },
  { name: 'blog manager', path: paths.blogManager, ready: 'tr[data-row]', kind: 'list' },
  { name: 'categories', path: paths.categoryManager, ready: '.admin-table tbody tr', kind: 'list' },
  { name: 'documents', path: paths.documentManager, ready: '.admin-table tbody tr', kind: 'list' },
  { name: 'sections', path: paths.sectionManager, ready: '.admin-table tbody tr', kind: 'list' },
  { name: 'review', path: openshelfPaths.reviewDetail(1), ready: '.reader-title', kind: 'list' },
  { name: 'products', path: paths.productManager, ready: '.admin-table tbody tr', kind: 'list' },
];

/** Weighs the screens with the demo content, as an admin. */
export async function weighScreens(
  { browser, server, origin }: { browser: Browser; server: RunningServer; origin: string },
  screens: readonly ScreenTarget[] = SCREENS,
): Promise<Map<string, PageWeight>> {
  const user = await server.db.orm.query.users.findFirst({ where: (users, { eq }) => eq(users.role, 'admin') });
  if (!user) throw new Error('There is no admin.');
  const { token } = await createSessionStore(server).create(user.id, {
    userAgent: 'Bench',
    ip: '127.0.0.1',
    audience: null,
  });
  const stored = { token, user: JSON.stringify(toUserJson(user)) };
  const weights = new Map<string, PageWeight>();
  for (const { name, path, ready } of screens) {
    weights.set(name, await weighPage(browser, origin + path, { stored, ready }));
  }
  return weights;
}
