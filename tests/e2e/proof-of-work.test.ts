import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mailbox, openMailbox } from '../support/mail/mailbox.ts';
import { createDemoWaitingList } from '../support/site/demo-waiting-lists.ts';
import { type Site, startSite } from './site.ts';
import { askForCode, createEmailAddress, signIn, readStoredSession } from './sign-in-steps.ts';

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

/** What the page reports of the 429 with which the breaker requests a proof of work. */
const BREAKER_ERRORS = [/status 429/, /the server responded with a status of 429/];

/** Collects the status of every further response of a path, and whether its request had a proof of work. */
function recordProofs(page: Page, path: string): string[] {
  const attempts: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== path) return;
    const body = response.request().postDataJSON() as { proofOfWork: string | null };
    attempts.push(`${response.status()} ${body.proofOfWork === null ? 'without' : 'with'} proof`);
  });
  return attempts;
}

test('T3 T2 with the breaker tripped, a new user signs in without any extra step; the known browser then needs no proof of work', () =>
  site.open({ expected: BREAKER_ERRORS }, async (page) => {
    const attempts = recordProofs(page, '/api/auth/email/start');
    await signIn(page, mailbox, createEmailAddress());
    expect(attempts).toEqual(['429 without proof', '200 with proof']);
    expect((await readStoredSession(page)).token).not.toBeNull();
    await page.evaluate(() => localStorage.clear());
    await askForCode(page, createEmailAddress());
    expect(attempts.slice(2)).toEqual(['200 without proof']);
  }));

test('T16 with the breaker tripped, a visitor joins a waiting list without any extra step', () =>
  site.open({ expected: BREAKER_ERRORS }, async (page) => {
    const attempts = recordProofs(page, '/api/waitinglist');
    await page.goto(createDemoWaitingList('genmate').path);
    await page.getByLabel('Email address').fill(createEmailAddress());
    await page.getByRole('button', { name: /^Join/ }).click();
    await page.getByRole('heading', { name: 'Thanks for joining the GenMate waiting list' }).waitFor();
    expect(attempts).toEqual(['429 without proof', '201 with proof']);
  }));
