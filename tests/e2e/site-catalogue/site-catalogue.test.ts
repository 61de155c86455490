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

it('a plan that is renamed, priced anew and moved by keys is so on the public page of prices once it is published', async () => {
  await site.open({ viewport: { width: 1440, height: 900 } }, async (page) => {
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminPlans);
    await page.getByRole('link', { name: 'Creator', exact: true }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Creator' });
    await panel.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Enkel');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('12');
    await page.getByText('Visitors read ‘US$12 per month’.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Enkel', exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Reorder Enkel' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Enkel is in position 3 of 4.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: '4 draft changes' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Publish 4 changes', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Live \(took/).waitFor();
    await page.goto(demoPaths.genmatePricing);
    const plans = page.locator('plan-choices li');
    await expect
      .poll(() => plans.getByRole('heading', { level: 3 }).allTextContents())
      .toEqual(['Pro', 'Enkel', 'Studio']);
    expect(await plans.nth(1).textContent()).toContain('US$12');
  });
});
