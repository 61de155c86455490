import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Step } from '#api/publishing/publisher-options.ts';
import { launchBrowser } from '../support/browser.ts';
import { ask, type Crashing, kill, startCrashing } from '../support/crashing.ts';
import { type FlakyNetwork, startFlakyNetwork } from '../support/flaky-network.ts';
import { freePort } from '../support/free-port.ts';
import { type SignedIn, signInAtServer } from '../support/signed-in-at-server.ts';

const STEPS: Step[] = ['taken', 'rendered', 'committed', 'switched'];

let directory: string;
let port: number;
let server: Crashing;
let network: FlakyNetwork;
let browser: Browser;
let admin: SignedIn;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'site-dies-'));
  port = await freePort();
  server = await startCrashing(directory, port);
  network = await startFlakyNetwork(port);
  browser = await launchBrowser();
  admin = await signInAtServer(network.origin, directory);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await network?.close();
  server?.child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

it.each(STEPS)(
  'a server that dies while it publishes (%s) loses nothing, and the post is live after the restart',
  async (step) => {
    const { id, slug } = (await admin.call('POST', '/api/blogs', {
      title: `Dies when ${step}`,
      content: '<p>Before.</p>',
      status: 'published',
    })) as { id: number; slug: string };
    await ask(server, { ask: 'settle' });
    const context = await browser.newContext({ baseURL: network.origin, reducedMotion: 'reduce' });
    await admin.enter(context);
    const page = await context.newPage();
    await page.goto(`/edit-blog/${id}`);
    const words = `Written before it died at ${step}.`;
    await type(page, ` ${words}`);
    await page.locator('.save-status[data-state=saved]').waitFor();
    await page.locator('.drafting-actions .button-primary').click();
    await page.locator('dialog[open]').getByText('Readers see').waitFor();
    server.child.send({ ask: 'killAt', step });
    await page.locator('dialog[open] .button-primary').click();
    await server.ended;
    server = await startCrashing(directory, port);
    await expect
      .poll(async () => (await fetch(`${network.origin}/blogs/${slug}`)).text(), { timeout: 15_000 })
      .toContain(words);
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(`/edit-blog/${id}`);
    await again.getByRole('textbox', { name: 'Content' }).getByText(words).waitFor();
    await context.close();
  },
  60_000,
);

it('a server that dies between the click and its answer keeps the draft, which is published by the next click', async () => {
  const { id, slug } = (await admin.call('POST', '/api/blogs', {
    title: 'Dies before it hears',
    content: '<p>Before.</p>',
    status: 'published',
  })) as { id: number; slug: string };
  const context = await browser.newContext({ baseURL: network.origin, reducedMotion: 'reduce' });
  await admin.enter(context);
  const page = await context.newPage();
  await page.goto(`/edit-blog/${id}`);
  await type(page, ' After.');
  await page.locator('.save-status[data-state=saved]').waitFor();
  await page.locator('.drafting-actions .button-primary').click();
  await page.locator('dialog[open]').getByText('Readers see').waitFor();
  await kill(server);
  await page.locator('dialog[open] .button-primary').click();
  await page.locator('dialog[open] [role=alert]').first().waitFor();
  server = await startCrashing(directory, port);
  await page.locator('dialog[open] .button-primary').click();
  await expect
    .poll(async () => (await fetch(`${network.origin}/blogs/${slug}`)).text(), { timeout: 15_000 })
    .toContain('After.');
  await context.close();
}, 60_000);

async function type(page: Page, words: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Content' });
  await editor.press('Control+End');
  await page.keyboard.type(words);
}
