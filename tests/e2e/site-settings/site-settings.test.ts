import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it('a company that is renamed in the settings has its new name on the site once it is published, by keys alone', async () => {
  await site.open({}, async (page) => {
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminSetting('company.name'));
    const name = page.getByRole('textbox', { name: 'Company name' });
    await name.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Tideworks');
    await page.getByRole('button', { name: '1 draft change' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Tideworks').waitFor();
    await page.getByRole('button', { name: 'Publish 1 change', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Live \(took/).waitFor();
    await page.goto(paths.home);
    expect(await page.title()).toContain('Tideworks');
  });
});
