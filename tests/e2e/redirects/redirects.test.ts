import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';
import { demoPaths } from '../../support/site/demo-paths.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it('an address that a visitor did not find is sent to the page that is alike, and the next visitor is there', async () => {
  await site.open({}, async (page) => {
    await page.goto('/genmate/prizing');
    expect(page.url()).toBe(`${site.origin}/`);
  });
  await site.server.missingPaths.flush();
  await site.open({}, async (page) => {
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminRedirects);
    await page.getByRole('button', { name: `Send /genmate/prizing to ${demoPaths.genmatePricing}` }).click();
    await page.getByRole('button', { name: /^Undo: / }).waitFor();
    await page.getByRole('button', { name: 'Add redirect' }).click();
    await page.getByRole('textbox', { name: 'Old address' }).fill('/our-prices');
    await page.getByRole('textbox', { name: 'New address' }).fill(`${demoPaths.genmatePricing}?from=old`);
    await page.getByRole('dialog').getByRole('button', { name: 'Add redirect' }).click();
    await page.getByText('Redirect added').waitFor();
    await site.server.publisher.whenIdle();
    for (const [address, target] of [
      ['/genmate/prizing', demoPaths.genmatePricing],
      ['/our-prices/', `${demoPaths.genmatePricing}?from=old`],
    ] as const) {
      await page.goto(address);
      expect(page.url()).toBe(`${site.origin}${target}`);
    }
  });
});
