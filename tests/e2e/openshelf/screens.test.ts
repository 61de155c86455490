import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { createPublication } from '../../support/app/publications.ts';
import { chooseAction, openAsAdmin, waitForToast } from '../crud-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog } from '../site.ts';
import { selectRows } from '../subscriptions/shop.ts';
import {
  createReviewer,
  endUndo,
  getComments,
  type Moderation,
  openReview,
  startModeration,
  whenOpen,
} from './moderation.ts';

/** The longest pause between two attempts of a webhook. */
const RETRY_MAX_MS = 4 * 60 * 60_000;

let moderation: Moderation;
let tom: Awaited<ReturnType<typeof createReviewer>>;
beforeAll(async () => {
  moderation = await startModeration();
  tom = await createReviewer(moderation);
});
afterAll(() => moderation.close());

const open = (page: Page, path: string) => openAsAdmin(moderation.site, page, path);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

test('the dashboard leads to what waits longest and to the statistics, whose tables and figures follow a decision', () =>
  moderation.site.open({}, async (page) => {
    const [queue] = await selectRows(
      moderation,
      `SELECT count(*) AS waiting, (SELECT id FROM publications WHERE status = 'ADMIN_REVIEWING'
         ORDER BY queued_at, id LIMIT 1) AS longest FROM publications WHERE status = 'ADMIN_REVIEWING'`,
    );
    const [waiting, longest] = [Number(queue?.waiting), Number(queue?.longest)];
    await open(page, openshelfPaths.adminOpenshelf);
    const pending = page.getByRole('region', { name: 'Pending reviews' });
    await pending.getByRole('link', { name: `Review all ${waiting}` }).waitFor();
    expect(await pending.getByRole('listitem').count()).toBe(5);
    await pending.getByRole('listitem').first().getByRole('link').click();
    await page.waitForURL(`**${openshelfPaths.reviewDetail(longest)}`);
    await page.goBack();

    await page.getByRole('list', { name: 'Summary' }).getByRole('link', { name: 'Approval rate' }).click();
    const figure = (count: number) =>
      page.locator('.figures li', { hasText: new RegExp(`^${count}\\s*pending review`) });
    await figure(waiting).waitFor();
    const tables = page.getByText('Show as a table');
    for (const summary of await tables.all()) await summary.click();
    const weeks = page.getByRole('region', { name: 'Decisions per week' });
    const readWeek = () => weeks.getByRole('row').last().getByRole('cell').allInnerTexts();
    const before = await readWeek();
    await tom.decide(longest, 'reject');
    await endUndo(moderation);
    await press(page, 'Refresh Statistics');
    await figure(waiting - 1).waitFor();
    const [approved, changes, rejected] = before.map(Number);
    await expect.poll(readWeek).toEqual([approved, changes, (rejected ?? 0) + 1].map(String));
  }));

test('the name and the text of a reason are edited, and the review screen uses them', async () => {
  const id = await createPublication(moderation.site.server, { title: 'Home Remedies' });
  await moderation.site.open({ expected: [/400/] }, async (page) => {
    await open(page, openshelfPaths.rejectionReasons);
    await page
      .getByRole('navigation', { name: 'Reasons' })
      .getByRole('link', { name: /Misleading/ })
      .click();
    await page.getByRole('heading', { level: 2, name: /Misleading/ }).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('');
    await press(page, 'Save reason');
    await page.locator('.field-error').waitFor();
    await name.fill('Not what it says');
    await page.getByLabel('Text', { exact: true }).fill('The title promises something else.');
    await press(page, 'Save reason');
    await waitForToast(page, 'The reason was saved.');
    await openReview(page, id);
    await whenOpen(page, 'Home Remedies');
    await page.getByRole('button', { name: 'Not what it says' }).waitFor();
    await page.keyboard.press('5');
    await expect.poll(() => getComments(page).inputValue()).toBe('The title promises something else.');
  });
});

test('a webhook that was given up is on the dashboard and in the log, and is sent again', async () => {
  const { receiver, site, clock } = moderation;
  const id = await createPublication(site.server, { title: 'The Ferry' });
  receiver.mode = 'error';
  await tom.decide(id, 'approve', '');
  await endUndo(moderation);
  const readStatus = async () => (await selectRows(moderation, STATUS, id))[0]?.status;
  while ((await readStatus()) === 'queued') {
    clock.advance(RETRY_MAX_MS);
    await endUndo(moderation);
  }
  await site.open({}, async (page) => {
    await open(page, openshelfPaths.adminOpenshelf);
    await page.getByRole('link', { name: 'See what failed and send it again' }).click();
    await page.waitForURL(`**${openshelfPaths.failedOpenshelfWebhooks}`);
    const row = page.getByRole('row', { name: /The Ferry/ });
    await row.getByText('28 attempts').waitFor();
    await row.getByText('Answered 500: <h1>Sorry</h1>').waitFor();
    await row.getByRole('button', { name: 'Publication approved', exact: true }).click();
    await getOpenDialog(page).getByText(`"publication_id": ${id}`).waitFor();
    await page.keyboard.press('Escape');
    receiver.mode = 'ok';
    await chooseAction(page, 'Publication approved, The Ferry', 'Send again');
    await press(page, 'Send again');
    await waitForToast(page, 'The webhook is being sent again.');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Delivered/ }).click();
    await row.getByText('Delivered').waitFor();
  });
  expect(receiver.events.filter(({ data }) => data.publication_id === id).map(({ type }) => type)).toEqual([
    'publication.approved',
  ]);
});

const STATUS = 'SELECT status FROM openshelf_webhooks WHERE publication_id = ?';

test('without the permission every screen of OpenShelf leads to the sign-in page', () =>
  moderation.site.open({}, async (page) => {
    const screens = [
      ...[
        openshelfPaths.adminOpenshelf,
        openshelfPaths.reviewQueue,
        openshelfPaths.reviewDetail(1),
        openshelfPaths.publicationManager,
      ],
      ...[openshelfPaths.openshelfStats, openshelfPaths.rejectionReasons, openshelfPaths.openshelfWebhooks],
    ];
    for (const path of screens) {
      await page.goto(path);
      await page.waitForURL(`**${paths.login}?callbackUrl=${encodeURIComponent(path)}`);
    }
    await signInAs(moderation.site, page, 'user');
    for (const path of screens) {
      await page.goto(path);
      await page.waitForURL(`**${paths.login}?*`);
      await page.getByText('You don’t have access to this page.').waitFor();
    }
  }));
