import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const HOSTILE_MESSAGE =
  '</script><script>document.title="run"</script><img src=x onerror=\'document.title="run"\'> & "quotes"';

test('T20 HTML in a toast is shown as text, at once and on the next page', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const title = await page.title();
    const toast = page.getByRole('status').filter({ hasText: '</script>' });
    await page.evaluate((message) => {
      document.dispatchEvent(new CustomEvent('toast', { detail: { message, kind: 'success' } }));
    }, HOSTILE_MESSAGE);
    expect(await toast.locator('span').textContent()).toBe(HOSTILE_MESSAGE);
    expect(await toast.locator('img, script').count()).toBe(0);
    await page.evaluate((message) => {
      sessionStorage.setItem('toast', JSON.stringify({ message, kind: 'success' }));
    }, HOSTILE_MESSAGE);
    // A toast disappears by itself, so it is searched for while the page still loads.
    await page.reload({ waitUntil: 'commit' });
    expect(await toast.locator('span').textContent()).toBe(HOSTILE_MESSAGE);
    await expect.poll(() => page.title()).toBe(title);
  }));
