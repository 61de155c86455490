import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topicPaths } from '#src/config/topic-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { createJpeg, readMp4, type SampleFile } from '../../support/uploads/sample-files.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite, pollUntil } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** An upload is listed once all its variants exist, which takes long on a busy machine. */
const IMAGE_TIMEOUT_MS = 60_000;

const toFilePayload = ({ name, type, bytes }: SampleFile) => ({ name, mimeType: type, buffer: bytes });
const chooseFiles = (page: Page, ...samples: SampleFile[]) =>
  page.getByLabel('Files to upload').setInputFiles(samples.map(toFilePayload));

const expectNoViolations = async (page: Page, scheme: 'light' | 'dark' = 'light') =>
  expect(await findAxeViolations(page, { schemes: [scheme] })).toEqual([]);

async function call<Body>(token: string, method: string, path: string, body: unknown): Promise<Body> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${site.origin}${path}`, { method, headers, body: JSON.stringify(body) });
  return (await response.json()) as Body;
}

test('the media page uploads files, says what was wrong with each, saves alt text, and deletes what is not used', () =>
  site.open({ expected: [/status 415/, /console: Failed to load resource/] }, async (page) => {
    const token = await signInAs(site, page);
    await page.goto(paths.adminMedia);
    await page.getByRole('heading', { name: 'No media yet' }).waitFor();
    await expectNoViolations(page);
    const fakePng: SampleFile = { name: 'fake.png', type: 'image/png', bytes: Buffer.from('<html>') };
    await chooseFiles(page, { ...(await createJpeg(700, 500)), name: 'shown.jpg' }, fakePng, await readMp4());
    await page.getByRole('alert').filter({ hasText: 'the file isn’t what its name says' }).waitFor();
    await page.getByRole('button', { name: 'intro.mp4' }).waitFor({ timeout: IMAGE_TIMEOUT_MS });
    await expect.poll(() => page.locator('.media-tile').count()).toBe(2);
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.locator('.sending li').count()).toBe(0);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await expectNoViolations(page, 'dark');
    await page.getByRole('button', { name: 'shown.jpg' }).click();
    const dialog = page.getByRole('dialog', { name: 'shown.jpg' });
    await dialog.getByText('Not used anywhere').waitFor();
    await dialog.getByLabel('Alt text').fill('A harbour\n  at noon');
    await dialog.getByRole('button', { name: 'Save alt text' }).click();
    await page.getByText('Alt text saved').first().waitFor();
    await pollUntil(async () => (await dialog.getByLabel('Alt text').inputValue()) === 'A harbour at noon', 'one line');
    await expectNoViolations(page, 'dark');
    const src = await dialog.locator('img').getAttribute('src');
    await dialog.getByRole('button', { name: 'Close' }).click();
    const opener = page.getByRole('button', { name: 'shown.jpg' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);

    const input = {
      title: 'Harbour notes',
      content: `<p><img src="${src}" alt="x"></p>`,
      categoryIds: [],
      status: 'draft',
    };
    const post = await call<{ id: number; revision: number }>(token, 'POST', '/api/blogs', input);
    await page.getByRole('button', { name: 'shown.jpg' }).click();
    await dialog.getByRole('link', { name: 'Harbour notes' }).waitFor();
    await dialog.getByText('You can delete it once it’s not used anywhere.').waitFor();
    await dialog.getByText('draft', { exact: true }).waitFor();
    await expectNoViolations(page, 'dark');
    await dialog.getByRole('button', { name: 'Close' }).click();

    await call(token, 'PUT', `/api/blogs/${post.id}`, {
      ...input,
      content: '<p>No picture</p>',
      revision: post.revision,
    });
    await page.getByRole('button', { name: 'shown.jpg' }).click();
    await dialog.getByText('Not used anywhere').waitFor();
    await dialog.getByText('Also in 1 revision.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const prompt = page.getByRole('dialog', { name: 'Delete this image?' });
    await expect.poll(() => prompt.innerText()).toContain('shown.jpg');
    await prompt.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('shown.jpg deleted').first().waitFor();
    await pollUntil(
      async () => (await page.getByRole('button', { name: 'shown.jpg' }).count()) === 0,
      'its tile is gone',
    );
  }));

test('a post with images loads AVIF variants of a fitting size without layout shift or policy violation', () =>
  site.open({ viewport: PHONE, deviceScaleFactor: 1 }, async (page) => {
    const token = await signInAs(site, page);
    await page.goto(paths.adminMedia);
    await chooseFiles(page, { ...(await createJpeg(2000, 1200)), name: 'wide.jpg' });
    await page.getByRole('button', { name: 'wide.jpg' }).waitFor({ timeout: IMAGE_TIMEOUT_MS });
    const { data } = await call<{ data: { id: number; url: string }[] }>(token, 'GET', '/api/uploads', undefined);
    const [upload] = data;
    const filler = `<p>${'Many words by the harbour. '.repeat(60)}</p>`;
    const content = `<p>First</p><p><img src="${upload?.url}" alt="A harbour"></p>${filler}<p><img src="${upload?.url}" alt="Again"></p>`;
    const post = { title: 'Pictures by the harbour', content, categoryIds: [], status: 'published' };
    const { id } = await call<{ id: number }>(token, 'POST', '/api/blogs', post);
    await site.server.db.client.execute({
      sql: 'UPDATE blogs SET cover_id = ? WHERE id = ?',
      args: [upload?.id ?? 0, id],
    });
    await call(token, 'PUT', `/api/uploads/${upload?.id}`, { alt: 'The harbour at noon' });
    await site.server.publisher.whenIdle();

    await page.goto(paths.blog('pictures-by-the-harbour'));
    const coverImage = page.locator('.page-head img');
    await expect.poll(() => coverImage.getAttribute('alt')).toBe('The harbour at noon');
    const contentImages = page.locator('.prose picture img');
    await expect.poll(() => contentImages.count()).toBe(2);
    await contentImages.last().scrollIntoViewIfNeeded();
    const sources = () =>
      page
        .locator('picture img')
        .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).currentSrc.slice(-13)));
    await pollUntil(async () => (await sources()).every((each) => each.endsWith('-480x288.avif')), 'small AVIF files');
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 300);
        }),
    );
    expect(shift).toBeLessThan(0.01);
    await expectNoViolations(page);

    await page.goto(paths.home);
    const cardImage = page.locator('.post-card', { hasText: 'Pictures by the harbour' }).locator('img');
    await expect.poll(() => cardImage.getAttribute('alt')).toBe('');
    await expect.poll(() => cardImage.getAttribute('loading')).toBe('lazy');
    const feed = await (await fetch(`${site.origin}${topicPaths.feeds.json}`)).text();
    expect(feed).toContain(`${site.origin}${upload?.url}`);
    expect(feed).not.toContain('<picture');
  }));
