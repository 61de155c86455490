import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PublishPhase } from '#api/publishing/publisher-options.ts';
import { sendCommand, kill } from '../support/faults/crash-process.ts';
import { type CrashScenario, createCrashScenario } from '../support/faults/crash-scenario.ts';

/** A server on a busy machine may need so long for a start and a publish. */
const AGAIN = { timeout: 60_000 };
const STEPS: PublishPhase[] = ['claimed', 'rendered', 'committed', 'switched'];

let world: CrashScenario;

beforeEach(async () => {
  world = await createCrashScenario();
});

afterEach(() => world?.close());

it.each(STEPS)(
  'a server that dies while it publishes (%s) loses nothing, and the post is live after the restart',
  async (step) => {
    const { id, slug } = (await world.admin.call('POST', '/api/blogs', {
      title: `Dies when ${step}`,
      content: '<p>Before.</p>',
      status: 'published',
    })) as { id: number; slug: string };
    await sendCommand(world.server, { ask: 'settle' });
    const context = await world.openContext();
    const page = await context.newPage();
    await page.goto(`/edit-blog/${id}`);
    const words = `Written before it died at ${step}.`;
    await type(page, ` ${words}`);
    await page.locator('.save-status[data-state=saved]').waitFor();
    await page.locator('.drafting-actions .button-primary').click();
    await page.locator('dialog[open]').getByText('Readers see').waitFor();
    await sendCommand(world.server, { ask: 'killAt', step });
    await page.locator('dialog[open] .button-primary').click();
    await world.server.ended;
    await world.restart();
    await expect
      .poll(async () => (await fetch(`${world.network.origin}/blogs/${slug}`)).text(), AGAIN)
      .toContain(words);
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(`/edit-blog/${id}`);
    await again.getByRole('textbox', { name: 'Content' }).getByText(words).waitFor();
    await context.close();
  },
);

it('a server that dies between the click and its answer keeps the draft, which is published by the next click', async () => {
  const { id, slug } = (await world.admin.call('POST', '/api/blogs', {
    title: 'Dies before it hears',
    content: '<p>Before.</p>',
    status: 'published',
  })) as { id: number; slug: string };
  const context = await world.openContext();
  const page = await context.newPage();
  await page.goto(`/edit-blog/${id}`);
  await type(page, ' After.');
  await page.locator('.save-status[data-state=saved]').waitFor();
  await page.locator('.drafting-actions .button-primary').click();
  await page.locator('dialog[open]').getByText('Readers see').waitFor();
  await kill(world.server);
  await page.locator('dialog[open] .button-primary').click();
  await page.locator('dialog[open] [role=alert]').first().waitFor();
  await world.restart();
  await page.locator('dialog[open] .button-primary').click();
  await expect
    .poll(async () => (await fetch(`${world.network.origin}/blogs/${slug}`)).text(), AGAIN)
    .toContain('After.');
  await context.close();
});

async function type(page: Page, words: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Content' });
  await editor.press('Control+End');
  await page.keyboard.type(words);
}
