import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { button, contentField, DRAFT_ROUTE, OFFLINE_ERRORS, openEditor, titleField } from '../editor-steps.ts';
import { type Site, startSite } from '../site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('what was typed up to the moment that the screen fails is offered after a reload, and the error is reported', () =>
  site.open({ expected: [...OFFLINE_ERRORS, /TypeError|Cannot read|not iterable|React/] }, async (page) => {
    await openEditor(site, page, paths.addBlog);
    // Presence without its list makes the screen fail when it is rendered; the response waits for the last word.
    let answer: () => void = () => undefined;
    const isTyped = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/blogs/*/editors', async (route) => {
      await isTyped;
      await route.fulfill({ json: { editors: null } });
    });
    await titleField(page).fill('Harbour notes');
    await contentField(page).click();
    const presence = page.waitForRequest('**/api/blogs/*/editors');
    await page.keyboard.type('The first words.');
    await presence;
    await page.route(DRAFT_ROUTE, (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    );
    const reported = page.waitForRequest('**/api/client-errors');
    await page.keyboard.type(' And the last ones.');
    answer();
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('Your drafts are saved.').waitFor();
    expect((await reported).postDataJSON()).toMatchObject({ name: 'TypeError', page: page.url() });
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute('**/api/blogs/*/editors');
    await page.unroute(DRAFT_ROUTE);
    await button(page, 'Reload').click();
    await button(page, 'Restore').click();
    await expect.poll(() => contentField(page).innerText()).toBe('The first words. And the last ones.');
    expect(await titleField(page).inputValue()).toBe('Harbour notes');
  }));
