import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const HOSTILE = '</script><script>document.title="run"</script><img src=x onerror=\'document.title="run"\'> & "quotes"';

test('T20 a hostile title in a notice is text, at once and on the page that comes next', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    const title = await page.title();
    const notice = page.getByRole('status').filter({ hasText: '</script>' });
    await page.evaluate((message) => {
      document.dispatchEvent(new CustomEvent('toast', { detail: { message, kind: 'success' } }));
    }, HOSTILE);
    expect(await notice.locator('span').textContent()).toBe(HOSTILE);
    expect(await notice.locator('img, script').count()).toBe(0);
    await page.evaluate((message) => {
      sessionStorage.setItem('toast', JSON.stringify({ message, kind: 'success' }));
    }, HOSTILE);
    // A notice goes by itself: it is looked for while the page still loads.
    await page.reload({ waitUntil: 'commit' });
    expect(await notice.locator('span').textContent()).toBe(HOSTILE);
    await expect.poll(() => page.title()).toBe(title);
  }));
