import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { auditList } from '#api/domain/audit-list.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { PHONE } from '../../support/browser/browser.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

const OTHER_ADMIN = 'Tom Whitaker';
const REASON = 'Spam in the comments.';
/** What the other admin did, the last first. */
const SENTENCES = [
  `${OTHER_ADMIN} changed the role of Wiremu Parata`,
  `${OTHER_ADMIN} removed Wiremu Parata from the blacklist`,
  `${OTHER_ADMIN} blacklisted Wiremu Parata`,
];

let site: Site;
let otherId: number;
beforeAll(async () => {
  site = await startSite();
  const { orm } = site.server.db;
  const other = await orm.query.users.findFirst({ where: (users, { eq }) => eq(users.firstName, 'Tom') });
  otherId = other?.id ?? 0;
  const { rows } = await site.server.db.client.execute(
    "INSERT INTO users (email, first_name, last_name, created_at, updated_at) VALUES ('wiremu@log.example', 'Wiremu', 'Parata', 1, 1) RETURNING id",
  );
  const browser = { userAgent: 'Test browser', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(site.server).create(otherId, browser);
  const act = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const url = `${site.origin}/api/admin/users/${rows[0]?.id}/${path}`;
    expect((await fetch(url, { method, headers, body: JSON.stringify(body) ?? null })).status).toBe(200);
  };
  await act('POST', 'blacklist', { reason: REASON });
  await act('DELETE', 'blacklist');
  await act('PUT', 'role', { role: 'admin' });
});
afterAll(() => site.close());

const listSentences = (page: Page) => page.locator('.audit-sentence').allInnerTexts();
const listRowIds = (page: Page) =>
  page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.row));
const readQuery = (page: Page) => new URL(page.url()).search;
const openLog = async (page: Page) => {
  await signInAs(site, page);
  await page.goto(paths.adminAudit);
  await page.locator('[data-row]').first().waitFor();
};

test('with the keyboard an admin finds what another one did, and what it changed, and exports it', () =>
  site.open({ acceptDownloads: true }, async (page) => {
    await openLog(page);
    expect((await listSentences(page)).slice(0, 3)).toEqual(SENTENCES);
    const [role, , blacklisted] = await page.locator('[data-row] .title-cell').allInnerTexts();
    expect(role).toMatch(/Role\s+User\s+became\s+Admin/);
    expect(blacklisted).toMatch(/Blacklisted\s+No\s+became\s+Yes/);
    expect(blacklisted).toContain(REASON);

    const filter = page.getByRole('combobox', { name: 'By' });
    await filter.focus();
    await page.keyboard.type(OTHER_ADMIN);
    await expect.poll(() => readQuery(page)).toBe(`?actor=${otherId}`);
    await expect.poll(async () => (await listSentences(page)).every((text) => text.startsWith(OTHER_ADMIN))).toBe(true);

    const area = page.getByRole('combobox', { name: 'Area' });
    await area.focus();
    await page.keyboard.type('Users');
    await expect.poll(() => readQuery(page)).toBe(`?area=users&actor=${otherId}`);
    await expect.poll(async () => (await listSentences(page)).slice(0, 3)).toEqual(SENTENCES);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).press('Enter');
    const csv = await readFile(await (await download).path(), 'utf8');
    const ids = csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(ids.length).toBeGreaterThanOrEqual(SENTENCES.length);
    // Rows of the filter before are drawn until those of both filters have arrived.
    await expect.poll(async () => (await listRowIds(page)).join()).toBe(ids.slice(0, auditList.perPage).join());
    expect((await download).suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/);
    await page.locator('.toast', { hasText: 'is in your downloads' }).waitFor();

    await page.goBack();
    await expect.poll(() => readQuery(page)).toBe(`?actor=${otherId}`);
    await page.goBack();
    await expect.poll(() => filter.inputValue()).toBe('');
    expect(readQuery(page)).toBe('');
    await page.goForward();
    await page.reload();
    await expect.poll(() => filter.inputValue()).toBe(String(otherId));
  }));

test('on a phone the log and its filters are accessible and fit', () =>
  site.open({ viewport: PHONE }, async (page) => {
    await openLog(page);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Area' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.getByRole('button', { name: 'Person' }).click();
    await page.getByRole('searchbox', { name: 'Name, email or user ID' }).fill('wiremu');
    await page.getByRole('dialog').getByRole('button', { name: 'Wiremu Parata' }).click();
    await expect.poll(() => readQuery(page)).toContain('person=');
    await page.getByRole('combobox', { name: 'Area' }).waitFor({ state: 'hidden' });
  }));
