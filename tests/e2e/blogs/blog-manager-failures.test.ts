import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManagedBlogJson } from '#api/features/blogs/blogs.contract.ts';
import { PAGE_SIZE, type ListState } from '#src/features/blogs/manager/list-state.ts';
import { paths } from '#src/lib/paths.ts';
import { dialog, managed, openManager, rows, toast } from '../manager-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** The manager, signed in, with its rows in sight. */
const inManager = (
  view: Partial<ListState>,
  body: (page: Page) => Promise<void>,
  options: Parameters<Site['open']>[0] = {},
) =>
  site.open(options, async (page) => {
    await openManager(site, page, view);
    await body(page);
  });

test('a failure is told in the words of the specification, and can be tried again', () =>
  inManager(
    {},
    async (page) => {
      let isBroken = true;
      await page.route(/\/api\/blogs(\?|\/\d+$)/, (route) =>
        isBroken ? route.fulfill({ status: 500, json: { message: 'Something broke.' } }) : route.continue(),
      );
      await page.getByLabel('Status').selectOption('Published');
      await toast(page, 'Failed to fetch blogs');
      await page.locator('.form-error').getByText('Something broke.').waitFor();
      isBroken = false;
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => page.locator('.form-error').count()).toBe(0);

      const before = Math.min(PAGE_SIZE, (await managed(site, '?status=published')).length);
      await expect.poll(() => rows(page).count()).toBe(before);
      isBroken = true;
      await rows(page)
        .first()
        .getByRole('button', { name: /^Delete/ })
        .click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await toast(page, 'Failed to delete blog');
      await dialog(page).getByText('Something broke.').waitFor();
      await expect.poll(() => rows(page).count()).toBe(before);
    },
    { expected: [/500/] },
  ));

test('without a token the manager says so', () =>
  inManager({}, async (page) => {
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.getByLabel('Status').selectOption('Draft');
    await toast(page, 'Authentication token not found');
    await page.locator('.form-error').getByText('Authentication token not found').waitFor();
  }));

test('a publish that failed is told with its reason, and leads to Publishing', () =>
  inManager({}, async (page) => {
    const { id } = (await managed(site)).find((post) => post.is_live) as ManagedBlogJson;
    const publish = {
      ...{ id: 999_999, kind: 'blog', subject_id: id, reason: '', status: 'failed', release_id: null, paths: [] },
      ...{ paths_total: 0, failed_path: '/blogs/x', error: 'A template failed', user: null, milliseconds: null },
      ...{ created_at: new Date().toISOString(), started_at: null, finished_at: new Date().toISOString() },
    };
    await page.route('**/api/publishes/events', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `event: publish\ndata: ${JSON.stringify(publish)}\n\n`,
      }),
    );
    await page.reload();
    await page.getByText('Failed: A template failed (/blogs/x)').waitFor();
    const link = page.getByRole('link', { name: 'See it under Publishing' });
    await expect.poll(() => link.getAttribute('href')).toBe(paths.adminPublishing);
  }));

test('visitors and people who are no admins are sent to the sign-in page', async () => {
  await site.open({}, async (page) => {
    await page.goto(paths.blogManager);
    await page.waitForURL(`**${paths.login}?callbackUrl=${encodeURIComponent(paths.blogManager)}`);
  });
  await site.open({}, async (page) => {
    await signInAs(site, page, 'user');
    await page.goto(paths.blogManager);
    await page.waitForURL(`**${paths.login}`);
  });
});
