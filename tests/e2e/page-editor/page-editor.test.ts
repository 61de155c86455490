import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

it('a page is created, built of sections, seen in its preview and published, by keys alone', async () => {
  await site.open({}, async (page) => {
    const focused = (name: string) => page.getByLabel(name).and(page.locator(':focus')).first().waitFor();
    const type = (text: string) => page.keyboard.type(text);
    const press = (key: string) => page.keyboard.press(key);
    const addSection = async (search: string, firstField: string) => {
      await page.getByRole('button', { name: 'Add section' }).focus();
      await press('Enter');
      await focused('Search sections');
      await type(search);
      await press('Enter');
      await focused(firstField);
    };
    await signInAs(site, page, 'admin');
    await page.goto(paths.adminPages);
    await page.locator('tr[data-row]').first().waitFor();
    await press('n');
    await focused('Title');
    await type('Winter storage');
    await page.getByText('Free', { exact: true }).waitFor();
    await press('Enter');
    await page.waitForURL(/\/admin\/pages\/\d+$/);

    await page.getByRole('button', { name: 'Add section' }).waitFor();
    await addSection('hero', 'Small line above the headline');
    await press('Tab');
    await type('Dry until May');
    await addSection('call to action', 'Badge');
    await press('Tab');
    await press('Tab');
    await press('Tab');
    await type('Book a place');
    const preview = page.frameLocator('iframe[title="Page preview"]');
    await preview.getByRole('heading', { name: 'Dry until May' }).waitFor();
    await preview.getByText('Book a place').waitFor();

    // The second above the first.
    await page.getByRole('button', { name: /^Call to action/ }).focus();
    await press('Alt+ArrowUp');
    await page
      .getByRole('region', { name: 'Sections' })
      .getByRole('listitem')
      .first()
      .getByText('Call to action')
      .waitFor();
    await page.getByRole('button', { name: 'Publish...' }).focus();
    await press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: 'Winter storage' }).waitFor();
    await page.getByRole('button', { name: /^Publish \d+ changes$/, disabled: false }).focus();
    await press('Enter');
    await page.getByText(/^Live \(took/).waitFor();
    await page.goto('/winter-storage');
    const text = await page.getByRole('main').innerText();
    expect(text.indexOf('Book a place')).toBeLessThan(text.indexOf('Dry until May'));
  });
});
