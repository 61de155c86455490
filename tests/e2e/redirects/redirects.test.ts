import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it('an admin sends an old address to a page, and visitors of the old one are there', async () => {
  await site.open({}, async (page) => {
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminNavigation);
    await page.getByRole('button', { name: 'Add redirect' }).first().click();
    await page.getByRole('textbox', { name: 'Old address' }).fill('/our-prices');
    await page.getByRole('textbox', { name: 'New address' }).fill(`${paths.genmatePricing}?from=old`);
    await page.getByRole('dialog').getByRole('button', { name: 'Add redirect' }).click();
    await page.getByText('Redirect added').waitFor();
    await site.server.publisher.whenIdle();
    await page.goto('/our-prices/');
    expect(page.url()).toBe(`${site.origin}${paths.genmatePricing}?from=old`);
  });
});
