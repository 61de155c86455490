import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { SAMPLE_PDF } from '../../support/uploads/sample-files.ts';
import { button } from '../editor-steps.ts';
import { KEYBOARD } from '../input-steps.ts';
import { signInAs } from '../sign-in-as.ts';
import { getOpenDialog, type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const { press } = KEYBOARD;
const encode = (text: string) => new TextEncoder().encode(text);
const ZIP = zipSync({
  '_posts/2024-05-01-harbour-tea.md': encode('---\ntitle: Harbour tea\n---\nThe [list](/list.pdf) and [[Gone]].\n'),
  'list.pdf': new Uint8Array(SAMPLE_PDF),
});

it('by keyboard alone an old site is checked, comes in with its files, is read on the site, and goes again', async () => {
  await site.open({}, async (page) => {
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminImport);
    await page.getByRole('radio', { name: 'WordPress' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chooser = page.waitForEvent('filechooser');
    await press(page, button(page, 'Choose file'));
    await (await chooser).setFiles({ name: 'old.zip', mimeType: 'application/zip', buffer: Buffer.from(ZIP) });
    await press(page, button(page, 'Check this file'));

    await page.getByRole('heading', { name: 'What will come in' }).waitFor();
    expect(await page.locator('.tally').innerText()).toMatch(/1\s+post\b[\s\S]*1\s+image or file/);
    expect((await page.request.get(`${site.origin}/blogs/harbour-tea`)).status()).toBe(404);
    expect(await findAxeViolations(page)).toEqual([]);
    await press(page, button(page, 'Import 1 post'));

    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor();
    await page.getByText('1 link that leads nowhere').waitFor();
    await site.server.publisher.whenIdle();
    const post = await page.request.get(`${site.origin}/blogs/harbour-tea`);
    const [, file = ''] = /href="(\/uploads\/[0-9a-f]{64}\.pdf)"/.exec(await post.text()) ?? [];
    expect(Buffer.from(await (await page.request.get(site.origin + file)).body())).toEqual(SAMPLE_PDF);

    await press(page, button(page, 'Undo this import...'));
    await press(page, getOpenDialog(page).getByRole('button', { name: 'Undo this import' }));
    await page.getByRole('status').filter({ hasText: 'Undone' }).waitFor();
    await site.server.publisher.whenIdle();
    expect((await page.request.get(`${site.origin}/blogs/harbour-tea`)).status()).toBe(404);
  });
});
