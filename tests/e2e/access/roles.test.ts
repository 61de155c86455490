import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasPermission, type Permission, type UserRole } from '#api/domain/permissions.ts';
import { roleWords } from '#api/domain/role-words.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { adminGroups, linkedScreens } from '#src/layouts/admin/admin-navigation.ts';
import { paths } from '#src/lib/paths.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { button, contentField, titleField, waitForSaved } from '../editor-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';
import { listDemoWorks } from './openshelf-states.ts';

let site: Site;
let screens: { path: string; permission: Permission }[];
beforeAll(async () => {
  site = await startSite();
  const { db } = site.server;
  const now = Date.now();
  const staff = (role: UserRole) =>
    db.orm.insert(users).values({
      email: `${role}@example.com`,
      firstName: 'Maja',
      lastName: 'Brekke',
      role,
      createdAt: now,
      updatedAt: now,
    });
  await write(db, [staff('editor'), staff('author'), staff('moderator')]);
  const post = await createBlog(site.server, { title: 'Tea before sunrise', content: '<p>Tea.</p>' });
  // The author began it.
  await write(db, [
    sql`UPDATE revisions SET user_id = (SELECT id FROM users WHERE role = 'author')
      WHERE kind = 'blog' AND subject_id = ${post.id} AND number = 1`,
  ]);
  const document = await db.orm.query.documents.findFirst();
  const [work = 0] = (await listDemoWorks(site)).values();
  screens = [
    ...adminGroups
      .flatMap((group) => group.screens)
      .concat(linkedScreens as never)
      .flatMap(({ href, permission }) => (permission ? [{ path: href, permission }] : [])),
    { path: paths.blogTrash, permission: 'posts.write' },
    { path: paths.addBlog, permission: 'posts.write' },
    { path: paths.editBlog(post.id), permission: 'posts.write' },
    { path: paths.newDocument, permission: 'documents.write' },
    { path: paths.editDocument(document?.id ?? 0), permission: 'documents.write' },
    { path: paths.userDetail(1), permission: 'users.read' },
    { path: openshelfPaths.reviewDetail(work), permission: 'openshelf.review' },
  ];
});
afterAll(() => site.close());

/** The requests to the API that are under way; the stream of events never ends. */
function watchRequests(page: Page): ReadonlySet<string> {
  const open = new Set<string>();
  const isWatched = (url: string) => url.includes('/api/') && !url.endsWith('/events');
  const close = (request: { url(): string }) => open.delete(request.url());
  page.on('request', (request) => isWatched(request.url()) && open.add(request.url()));
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return open;
}

/** Everything that the screen asks for has come; `site.open` fails for an answer of 400 or more. */
async function waitForScreen(page: Page, openRequests: ReadonlySet<string>): Promise<void> {
  await page.locator('[data-guarded]:not(:has(.loading, .skeleton, .table-skeleton))').waitFor();
  await expect.poll(() => [...openRequests]).toEqual([]);
}

const STAFF = ['editor', 'author', 'moderator'] as const;

/** A screen asks everybody for the same permission, so the first role that lacks it is turned away for all of them. */
const isRefused = (role: UserRole, permission: Permission) =>
  STAFF.find((each) => !hasPermission(each, permission)) === role;

/** The sign-in page that says which permission is missing, and for which screen. */
const isDenied = ({ pathname, searchParams }: URL, screen: string, permission: Permission) =>
  pathname === paths.login && searchParams.get('callbackUrl') === screen && searchParams.get('denied') === permission;

const listShownLinks = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Admin', exact: true })
    .locator('li:not([hidden]) > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test.each(STAFF)(
  'T9 every screen that the role %s may open works, and every other says that it is not for it',
  (role) =>
    site.open({}, async (page) => {
      await signInAs(site, page, role);
      const openRequests = watchRequests(page);
      let denied = '';
      for (const { path, permission } of screens) {
        if (hasPermission(role, permission)) {
          await page.goto(path);
          await waitForScreen(page, openRequests);
          expect(new URL(page.url()).pathname + new URL(page.url()).search, path).toBe(path);
        } else if (isRefused(role, permission)) {
          await page.goto(path, { waitUntil: 'commit' });
          // What this page then says is in its address alone, so one of them is read.
          await page.waitForURL((url) => isDenied(url, path, permission), { waitUntil: 'commit' });
          denied = page.url();
        }
      }
      await page.goto(denied);
      await page.getByText('You don’t have access to this page.').waitFor();
      expect(await page.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe(paths.admin);
      await page.goto(paths.admin);
      await waitForScreen(page, openRequests);
      const offered = adminGroups
        .flatMap((group) => group.screens)
        .filter(({ permission }) => permission === null || hasPermission(role, permission));
      expect(await listShownLinks(page)).toEqual(offered.map(({ href }) => href));
      expect(await page.locator('[data-account-role]').textContent()).toBe(roleWords[role].label);
    }),
);

test('an editor writes a post and publishes it', () =>
  site.open({}, async (page) => {
    await signInAs(site, page, 'editor');
    await page.goto(paths.addBlog);
    await titleField(page).fill('Kettles compared');
    await contentField(page).click();
    await page.keyboard.type('Four kettles and one stove.');
    await waitForSaved(page);
    await button(page, 'Publish...').click();
    await getOpenDialog(page).getByRole('button', { name: 'Publish now' }).click();
    await getOpenDialog(page)
      .getByText(/^Live \(took/)
      .waitFor();
    expect((await page.request.get(paths.blog('kettles-compared'))).status()).toBe(200);
  }));

test('an author submits a post, an editor publishes it', async () => {
  await site.open({}, async (page) => {
    await signInAs(site, page, 'author');
    await page.goto(paths.addBlog);
    await titleField(page).fill('What GST costs a stall');
    await contentField(page).click();
    await page.keyboard.type('The threshold, and what lies below it.');
    await waitForSaved(page);
    await button(page, 'Submit for review...').click();
    await getOpenDialog(page).getByRole('button', { name: 'Submit for review' }).click();
    await button(page, 'Withdraw...').waitFor();
  });
  await site.open({}, async (page) => {
    await signInAs(site, page, 'editor');
    await page.goto(paths.admin);
    await page.getByRole('link', { name: 'Review: 1 post is in review' }).click();
    await page.getByText('Maja Brekke submitted this').waitFor();
    await button(page, 'Publish...').click();
    await getOpenDialog(page).getByRole('button', { name: 'Publish now' }).click();
    await getOpenDialog(page)
      .getByText(/^Live \(took/)
      .waitFor();
    expect((await page.request.get(paths.blog('what-gst-costs-a-stall'))).status()).toBe(200);
  });
});

test('a moderator approves a work', () =>
  site.open({}, async (page) => {
    await signInAs(site, page, 'moderator');
    await page.goto(openshelfPaths.reviewQueue);
    const quickApprove = page.getByRole('button', { name: /^Quick Approve/ });
    await quickApprove.first().waitFor();
    const before = await quickApprove.count();
    await quickApprove.first().click();
    await expect.poll(() => quickApprove.count()).toBe(before - 1);
  }));
