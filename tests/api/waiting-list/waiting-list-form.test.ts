import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseHtmlPage, getText } from '../../support/site/html-page.ts';
import { sellOtherwise } from '../../support/app/catalogue.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { listEntries, listEmails } from '../../support/app/waiting-list.ts';
import { ANCHOR_ID, BUOY_ID, RUDDER_ID } from '../../support/payments/tideworks.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createOwnApp();
});
afterEach(() => test.close());

const FILLED = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: '',
  intent: '',
  productId: String(BUOY_ID),
  website: '',
};

function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return test.app.request('/api/waitinglist/form', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '203.0.113.7', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

describe('POST /api/waitinglist/form', () => {
  it.each([
    [String(BUOY_ID), '/buoy/waitinglist/joined'],
    [String(ANCHOR_ID), '/anchor/waitinglist/joined'],
  ])('joins product %s and redirects to %s', async (productId, location) => {
    const response = await post({ ...FILLED, productId }, { Origin: test.deps.site.url });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(location);
    expect(await listEntries(test)).toEqual([
      expect.objectContaining({ product_id: Number(productId), first_name: 'Ada', last_name: null, intent: null }),
    ]);
    expect(await listEmails(test)).toHaveLength(1);
  });

  it('leads back to the list of any product that has one, and takes nobody for one that is archived', async () => {
    sellOtherwise({
      products: { Rudder: { hasWaitingList: true, key: 'sea_charts' }, Anchor: { isArchived: true } },
    });
    const joined = await post({ ...FILLED, productId: String(RUDDER_ID) });
    expect([joined.status, joined.headers.get('location')]).toEqual([303, '/sea-charts/waitinglist/joined']);
    const refused = await post({ ...FILLED, productId: String(ANCHOR_ID) });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('This product doesn’t have a waiting list.');
    expect(await listEntries(test)).toHaveLength(1);
  });

  it('returns the form with the errors and the entered values, escaped', async () => {
    const typed = {
      ...FILLED,
      email: '"><script>alert(1)</script>',
      firstName: '<img src=x onerror=alert(1)>',
      lastName: "O'Hara & sons",
      intent: '\nFirst line\n</textarea><b>bold</b>',
      productId: String(ANCHOR_ID),
    };
    const response = await post(typed);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
    const html = await response.text();
    const page = parseHtmlPage(html);
    expect(page.tags('script', 'img', 'b')).toEqual([]);
    for (const name of ['email', 'firstName', 'lastName', 'productId'] as const) {
      const [input] = page.all((element) => element.attribs.name === name);
      expect([name, input?.attribs.value]).toEqual([name, typed[name]]);
    }
    // A browser drops the line break right behind the tag.
    expect(html).toMatch(/<textarea[^>]*>\n\nFirst line\n&lt;\/textarea&gt;/);
    expect(getText(page.withClass('field-error')[0])).toBe('Enter an email address like name@example.com.');
    const [email] = page.all((element) => element.attribs.name === 'email');
    expect(email?.attribs).toMatchObject({ 'aria-invalid': 'true', 'aria-describedby': 'email-error' });
    expect(page.tags('a').map((link) => link.attribs.href)).toContain('/anchor/waitinglist');
    expect(await listEntries(test)).toEqual([]);
  });

  it('has a policy that allows its own styles only', async () => {
    const response = await post({ ...FILLED, email: '' });
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(await response.text()) ?? [];
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('T30 accepts forms of this origin only', async () => {
    const origins = [
      'null',
      'http://localhost',
      'https://localhost:4321',
      'http://localhost:43210',
      'http://localhost:4321.evil.example',
      '',
    ];
    for (const origin of origins) {
      expect([origin, (await post(FILLED, { Origin: origin })).status]).toEqual([origin, 403]);
    }
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      expect([type, (await post(FILLED, { 'Content-Type': type })).status]).toEqual([type, 415]);
    }
    expect(await listEntries(test)).toEqual([]);
  });

  it('T16 redirects a bot as usual and stores nothing', async () => {
    const response = await post({ ...FILLED, website: 'http://x.example' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/buoy/waitinglist/joined']);
    expect(await listEntries(test)).toEqual([]);
    expect(await listEmails(test)).toEqual([]);
  });

  it('T16 above the limit a browser without scripts has to wait 30 seconds, then its form is accepted', async () => {
    for (let n = 0; n < 5; n += 1) await post({ ...FILLED, email: `a${n}@example.com` });
    const response = await post(FILLED);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
    const page = parseHtmlPage(await response.text());
    expect(getText(page.withClass('form-error')[0])).toMatch(/Wait 30 seconds, then try again/);
    expect(page.byId('email')?.attribs.value).toBe(FILLED.email);
    const fields = page.all((element) => element.attribs.name !== undefined && element.name === 'input');
    const formValues = Object.fromEntries(fields.map(({ attribs }) => [attribs.name, attribs.value ?? '']));
    expect((await post(formValues)).status).toBe(429);
    test.clock.advance(30_000);
    expect((await post(formValues)).status).toBe(303);
    expect((await listEntries(test)).map(({ email }) => email)).toContain(FILLED.email);
  });

  it('T16 shows the rate limit on the page', async () => {
    for (let n = 0; n < 60; n += 1) {
      const fields = { ...FILLED, email: `a${n}@example.com` };
      const page = parseHtmlPage(await (await post(fields)).text());
      const [demand] = page.all((element) => element.attribs.name === 'proofOfWork');
      if (!demand) continue;
      test.clock.advance(30_000);
      await post({ ...fields, proofOfWork: demand.attribs.value ?? '' });
    }
    expect(await listEntries(test)).toHaveLength(60);
    const page = parseHtmlPage(await (await post(FILLED)).text());
    expect(getText(page.withClass('form-error')[0])).toMatch(/^Too many attempts\. Try again in 33 minutes\.$/);
  });

  it.each(['', String(RUDDER_ID), '9', '1.5', '01x', '__proto__'])('rejects the product %j', async (productId) => {
    expect((await post({ ...FILLED, productId })).status).toBe(400);
    expect(await listEntries(test)).toEqual([]);
  });
});
