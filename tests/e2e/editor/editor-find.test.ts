import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { moveToEnd, pressKeys } from '../../support/editor/editor-keys.ts';
import { type EditorSite, readEditorHtml, startEditorSite } from '../../support/editor/editor-site.ts';

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite();
});
afterAll(() => site.close());

test('words are found by their keys and replaced in one step of undo, and the cursor stays on the hit', () =>
  site.open({ html: '<p>tea one</p><p>Tea two</p><p>teapot</p>' }, async (page) => {
    const field = page.getByRole('textbox', { name: 'Find' });
    const count = page.locator('.find-count');
    const current = page.locator('.find-here');
    await moveToEnd(page);
    await pressKeys(page, 'Control+Home', 'Control+Shift+ArrowRight', 'Control+f');
    await expect.poll(() => field.inputValue()).toBe('tea');
    await field.and(page.locator(':focus')).waitFor();
    await expect.poll(() => count.innerText()).toBe('1 of 3');
    await pressKeys(page, 'Enter', 'Enter');
    await expect.poll(() => count.innerText()).toBe('3 of 3');
    expect(await current.innerText()).toBe('tea');
    await pressKeys(page, 'Enter', 'Shift+Enter', 'Shift+Enter');
    await expect.poll(() => count.innerText()).toBe('2 of 3');
    await pressKeys(page, 'Alt+w', 'Alt+c');
    await expect.poll(() => count.innerText()).toMatch(/of 1$/);
    await field.fill('TEA');
    await expect.poll(() => count.innerText()).toBe('None');
    await page.getByText('2 without ‘Match case’.').waitFor();
    await page.getByRole('button', { name: 'Ignore case' }).click();
    await expect.poll(() => count.innerText()).toMatch(/of 2$/);
    expect(
      await findAxeViolations(page, { disabledRules: ['landmark-one-main', 'page-has-heading-one', 'region'] }),
    ).toEqual([]);
    await page.getByRole('button', { name: 'Show replace' }).click();
    await page.getByRole('textbox', { name: 'Replace with' }).fill('coffee');
    await page.getByRole('button', { name: 'Replace all 2' }).click();
    const replaced = '<p>coffee one</p><p>coffee two</p><p>teapot</p>';
    await expect.poll(() => readEditorHtml(page)).toBe(replaced);
    await field.focus();
    await pressKeys(page, 'Escape');
    await page.locator('.find-panel').waitFor({ state: 'detached' });
    expect(await page.locator('.find-hit').count()).toBe(0);
    await pressKeys(page, 'Control+z');
    await expect.poll(() => readEditorHtml(page)).toBe('<p>tea one</p><p>Tea two</p><p>teapot</p>');

    // Replaces the current hit and goes on; Escape leaves the cursor on it.
    await pressKeys(page, 'Control+h');
    await field.fill('tea');
    await expect.poll(() => count.innerText()).toMatch(/of 2$/);
    await page.getByRole('textbox', { name: 'Replace with' }).press('Enter');
    await expect.poll(() => count.innerText()).toBe('1 of 1');
    await field.press('Escape');
    await expect.poll(() => page.evaluate(() => String(getSelection()).toLowerCase())).toBe('tea');
  }));
