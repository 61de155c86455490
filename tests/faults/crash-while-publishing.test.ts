import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PublishPhase } from '#api/publishing/publisher-options.ts';
import { sendCommand, kill } from '../support/faults/crash-process.ts';
import { type CrashScenario, createCrashScenario } from '../support/faults/crash-scenario.ts';

/** For a start and a publish on a busy machine. */
const POLL_OPTIONS = { timeout: 60_000 };
/** The first and the last one before readers have the post; `crash-recovery.test.ts` kills in every phase. */
const PHASES: PublishPhase[] = ['claimed', 'switched'];

let scenario: CrashScenario;

beforeEach(async () => {
  scenario = await createCrashScenario();
});

afterEach(() => scenario?.close());

it.each(PHASES)(
  'a server killed in the publish phase %s loses nothing, and the post is live after the restart',
  async (step) => {
    const { id, slug } = (await scenario.admin.call('POST', '/api/blogs', {
      title: `Dies when ${step}`,
      content: '<p>Before.</p>',
      status: 'published',
    })) as { id: number; slug: string };
    await sendCommand(scenario.server, { command: 'settle' });
    const context = await scenario.openContext();
    const page = await context.newPage();
    await page.goto(`/edit-blog/${id}`);
    const words = `Written before it died at ${step}.`;
    await type(page, ` ${words}`);
    await page.locator('.save-status[data-state=saved]').waitFor();
    await page.locator('.room-actions .button-primary').click();
    await page.locator('dialog[open]').getByText('The new version goes live straight away.').waitFor();
    await sendCommand(scenario.server, { command: 'killAt', step });
    await page.locator('dialog[open] .button-primary').click();
    await scenario.server.ended;
    await scenario.restart();
    await expect
      .poll(async () => (await fetch(`${scenario.network.origin}/blogs/${slug}`)).text(), POLL_OPTIONS)
      .toContain(words);
    await page.close({ runBeforeUnload: false });
    const reopened = await context.newPage();
    await reopened.goto(`/edit-blog/${id}`);
    await reopened.getByRole('textbox', { name: 'Content' }).getByText(words).waitFor();
    await context.close();
  },
);

it('a server killed between the click and the response keeps the draft, and the next click publishes it', async () => {
  const { id, slug } = (await scenario.admin.call('POST', '/api/blogs', {
    title: 'Killed before the request',
    content: '<p>Before.</p>',
    status: 'published',
  })) as { id: number; slug: string };
  const context = await scenario.openContext();
  const page = await context.newPage();
  await page.goto(`/edit-blog/${id}`);
  await type(page, ' After.');
  await page.locator('.save-status[data-state=saved]').waitFor();
  await page.locator('.room-actions .button-primary').click();
  await page.locator('dialog[open]').getByText('The new version goes live straight away.').waitFor();
  await kill(scenario.server);
  await page.locator('dialog[open] .button-primary').click();
  await page.locator('dialog[open] [role=alert]').first().waitFor();
  await scenario.restart();
  await page.locator('dialog[open] .button-primary').click();
  await expect
    .poll(async () => (await fetch(`${scenario.network.origin}/blogs/${slug}`)).text(), POLL_OPTIONS)
    .toContain('After.');
  await context.close();
});

async function type(page: Page, words: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Content' });
  await editor.press('Control+End');
  await page.keyboard.type(words);
}
