import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAIM_DURATION_MS } from '#api/domain/publication-states.ts';
import { publicationTexts } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { expectData } from '../../support/openshelf/publishing-service.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';
import { waitForToast } from '../crud-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { pollUntil } from '../site.ts';
import { selectRows } from '../subscriptions/shop.ts';
import {
  addQueue,
  createReviewer,
  endUndo,
  getComments,
  type Moderation,
  openReview,
  readOutcomes,
  removePublications,
  startModeration,
  whenOpen,
} from './moderation.ts';

let moderation: Moderation;
let tom: Awaited<ReturnType<typeof createReviewer>>;
beforeAll(async () => {
  moderation = await startModeration();
  await removePublications(moderation);
  tom = await createReviewer(moderation);
});
afterAll(() => moderation.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = (page: Page, title: string) => page.locator('.queue-row a', { hasText: title }).click();

/** Tom and the admin of the demo, each in a browser of their own. */
const openTwo = (body: (toms: Page, page: Page) => Promise<void>) =>
  moderation.site.open({ storageState: tom.storageState }, (toms) =>
    moderation.site.open({ expected: [/409/] }, async (page) => {
      await signInAs(moderation.site, page);
      await body(toms, page);
    }),
  );

test('two reviewers see who has a work, and of two decisions the first counts; what the other typed is still there', async () => {
  const ids = await addQueue(moderation, ['The Ferry', 'The Harbour', 'The Tide']);
  const [ferry = 0, harbour = 0] = ids.values();
  await openTwo(async (toms, page) => {
    await openReview(toms, ferry);
    await toms.getByText('Reserved for you for 15 min').waitFor();
    await openReview(page, harbour);
    await whenOpen(page, 'The Harbour');
    await page.locator('.queue-row', { hasText: 'The Ferry' }).getByText('Tom is reviewing').waitFor();
    await choose(page, 'The Ferry');
    await page.getByRole('status').getByText('Tom Whitaker is reviewing this').waitFor();
    await whenOpen(page, 'The Ferry');
    await page.keyboard.press('a');
    await waitForToast(page, 'Tom Whitaker is reviewing this. Choose ‘Review anyway’ to decide on it yourself.');

    // It is released by itself when the time is up, and when Tom goes on or leaves.
    moderation.clock.advance(CLAIM_DURATION_MS);
    await choose(page, 'The Tide');
    await whenOpen(page, 'The Tide');
    await choose(page, 'The Ferry');
    await page.getByText('Reserved for you for 15 min').waitFor();
    await choose(page, 'The Tide');
    await pollUntil(async () => !(await listClaimed()).includes(ferry), 'the Ferry is released');
    await openReview(toms, ferry);
    await toms.getByText('Reserved for you for 15 min').waitFor();
    await toms.goto('/admin/openshelf');
    await pollUntil(async () => !(await listClaimed()).includes(ferry), 'the Ferry is released again');
    await openReview(toms, ferry);
    await toms.getByText('Reserved for you for 15 min').waitFor();

    await choose(page, 'The Ferry');
    await whenOpen(page, 'The Ferry');
    await press(page, 'Review anyway');
    await page.getByLabel('Open the next one after a decision').uncheck();
    await getComments(page).fill('The timetable is missing.');
    await toms.keyboard.press('a');
    await waitForToast(toms, 'Publication approved successfully');
    await page.locator('.decide-reject').click();
    await waitForToast(page, 'Tom has decided this one');
    await waitForToast(page, 'Nothing of yours was sent.');
    await page.getByText('Your comments weren’t sent').waitFor();
    await page.getByText('The timetable is missing.').waitFor();
    await page.reload();
    await page.getByText(/Approved by Tom Whitaker/).waitFor();
    await page.getByText('The timetable is missing.').waitFor();
  });
  expect((await readOutcomes(moderation))['The Ferry']).toBe('APPROVED');
});

const listClaimed = async () =>
  (await selectRows(moderation, 'SELECT id FROM publications WHERE claimed_by IS NOT NULL')).map(({ id }) => id);

test('version 2 opens on what changed; the appeal against its rejection goes to another reviewer', async () => {
  const { service } = moderation;
  const review = { decision: 'needs_review', confidence_score: 0.6, comments: 'A dose without a source.' } as const;
  const first = createWork({ html_url: 'https://books.example/1.html', description: 'Forty rivers.' });
  const { id } = expectData(await service.create(first));
  expectData(await service.submit(id));
  // Before it enters the queue, where the server would look for it.
  await addText(id, 1, '<p>Boil it for an hour.</p><p>It keeps all winter.</p>');
  expectData(await service.recordAiReview(id, review));
  await tom.decide(id, 'request-changes');
  await endUndo(moderation);
  expectData(await service.change(id, { ...first, description: 'Forty rivers, with their sources.' }));
  expectData(await service.submit(id));
  await addText(id, 2, '<p>Boil it for two hours.</p><p>It keeps all winter.</p>');
  expectData(await service.recordAiReview(id, review));

  await openTwo(async (toms, page) => {
    await openReview(toms, id);
    const changes = toms.getByRole('region', { name: 'Changes since v1' });
    await changes.locator('ins', { hasText: 'two' }).waitFor();
    await changes.locator('ins', { hasText: 'sources' }).waitFor();
    await toms.getByText('History').click();
    await toms.getByText('Not yet.').first().waitFor();
    await press(toms, 'Text');
    await toms.frameLocator('iframe[title="Text of the publication"]').getByText('Boil it for two hours.').waitFor();
    await getComments(toms).fill('Still no source.');
    await whenOpen(toms, 'Rivers of Taranaki');
    await toms.locator('.decide-reject').click();
    await waitForToast(toms, 'Publication rejected successfully');
    await endUndo(moderation);
    expectData(await service.appeal(id, 'Every dose has one, in the last chapter.'));

    const blocked = 'You rejected this before. Another reviewer decides on the appeal.';
    await openReview(toms, id);
    await toms.getByRole('heading', { name: 'Appeal' }).waitFor();
    await toms.getByText(blocked).waitFor();
    await whenOpen(toms, 'Rivers of Taranaki');
    await toms.keyboard.press('a');
    await waitForToast(toms, blocked);

    await openReview(page, id);
    await page.getByRole('blockquote').getByText('Every dose has one, in the last chapter.').waitFor();
    await page.getByText(/Rejected by Tom Whitaker/).waitFor();
    await whenOpen(page, 'Rivers of Taranaki');
    await page.keyboard.press('a');
    await waitForToast(page, 'Publication approved successfully');
  });
  await endUndo(moderation);
  expect((await readOutcomes(moderation))['Rivers of Taranaki']).toBe('APPROVED');
  const events = moderation.receiver.events.filter(({ data }) => data.publication_id === id);
  expect(events.map(({ type, data }) => [type, data.version_number])).toEqual([
    ['publication.changes_requested', 1],
    ['publication.rejected', 2],
    ['publication.approved', 2],
  ]);
});

/** Stores the text of a version as if the server had fetched it. */
async function addText(id: number, number: number, html: string): Promise<void> {
  const { db, clock } = moderation.site.server;
  const version = await db.orm.query.publicationVersions.findFirst({
    where: (versions, { and, eq }) => and(eq(versions.publicationId, id), eq(versions.number, number)),
  });
  const text = { html, url: 'https://books.example/1.html', error: null, wordCount: 9, fetchedAt: clock.now() };
  await write(db, [
    db.orm
      .insert(publicationTexts)
      .values({ versionId: version?.id ?? 0, ...text })
      .onConflictDoUpdate({ target: publicationTexts.versionId, set: text }),
  ]);
}
