import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { genmateWaitingList } from '#src/features/waiting-list/form/waiting-lists-copy.ts';
import { type Mailbox, openMailbox } from '../support/mail/mailbox.ts';
import { type Site, startSite } from './site.ts';
import { askForCode, newAddress, signIn, storedIn } from './sign-in-steps.ts';

let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  const settings = { TRUSTED_PROXIES: '1', BREAKER_STARTS_PER_HOUR: '1', BREAKER_JOINS_PER_HOUR: '1' };
  site = await startSite(settings);
  mailbox = openMailbox(site.dataDirectory);
  for (const [path, extra] of [
    ['/api/auth/email/start', {}],
    ['/api/waitinglist', { productId: 4 }],
  ] as const) {
    const body = JSON.stringify({ email: 'first@example.com', ...extra });
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.9' };
    expect((await fetch(site.origin + path, { method: 'POST', headers, body })).ok).toBe(true);
  }
});
afterAll(() => site.close());

/** The breaker's response: a browser reports every 429 on its console. */
const ASKED = [/status 429/, /the server responded with a status of 429/];

/** Statuses of the responses of a path from now on, and whether their requests brought a proof. */
function watchProofs(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== path) return;
    const body = response.request().postDataJSON() as { proofOfWork: string | null };
    seen.push(`${response.status()} ${body.proofOfWork === null ? 'without' : 'with'} proof`);
  });
  return seen;
}

test('T3 with the breaker tripped, a new person signs in without doing anything more', () =>
  site.open({ expected: ASKED }, async (page) => {
    const seen = watchProofs(page, '/api/auth/email/start');
    await signIn(page, mailbox, newAddress());
    expect(seen).toEqual(['429 without proof', '200 with proof']);
    expect((await storedIn(page)).token).not.toBeNull();
  }));

test('T2 with the breaker tripped, a browser that signed in before is asked nothing', () =>
  site.open({ expected: ASKED }, async (page) => {
    await signIn(page, mailbox, newAddress());
    await page.evaluate(() => localStorage.clear());
    const seen = watchProofs(page, '/api/auth/email/start');
    await askForCode(page, newAddress());
    expect(seen).toEqual(['200 without proof']);
  }));

test('T16 with the breaker tripped, a new person joins a waiting list without doing anything more', () =>
  site.open({ expected: ASKED }, async (page) => {
    const seen = watchProofs(page, '/api/waitinglist');
    await page.goto(genmateWaitingList.path);
    await page.getByLabel('Email address').fill(newAddress());
    await page.getByRole('button', { name: /^Join/ }).click();
    await page.getByRole('heading', { name: 'You are on the GenMate waiting list' }).waitFor();
    expect(seen).toEqual(['429 without proof', '201 with proof']);
  }));
