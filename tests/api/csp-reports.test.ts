import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignedToken } from '#api/adapters/signed-token.ts';
import { ipv4, ipv6 } from '../support/app/limits.ts';
import { createRecordedApp } from '../support/app/recorded-log.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

let test: TestApp;
let lines: { report?: Record<string, unknown>; count?: number; [name: string]: unknown }[];
let app: TestApp['app'];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  test = await createTestApp();
  ({ app, lines } = createRecordedApp<(typeof lines)[number]>(test));
});
afterEach(async () => {
  vi.useRealTimers();
  await test.close();
});

const ORIGIN = 'http://localhost:4321';
const WINDOW_MS = 10 * 60_000;

const post = (body: unknown, { ip = '192.0.2.1', type = 'application/csp-report' } = {}) =>
  app.request('/api/csp-report', {
    method: 'POST',
    headers: { 'Content-Type': type, 'X-Forwarded-For': ip },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** The same violation in the formats of `report-uri` and of the Reporting API. */
const createReportUriBody = (page: string, blocked = 'inline') => ({
  'csp-report': {
    'document-uri': page,
    referrer: `${ORIGIN}/login/link#secret-referrer`,
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'; secret-policy",
    disposition: 'enforce',
    'blocked-uri': blocked,
    'source-file': page,
    'line-number': 12,
    'column-number': 7,
    'status-code': 200,
    'script-sample': 'location = "/preview/secret-sample"',
  },
});
const createReportToBody = (page: string, blocked = 'inline') => ({
  age: 10,
  type: 'csp-violation',
  url: page,
  user_agent: 'secret agent',
  body: {
    documentURL: page,
    referrer: `${ORIGIN}/login/link#secret-referrer`,
    effectiveDirective: 'script-src-elem',
    originalPolicy: "default-src 'none'; secret-policy",
    disposition: 'enforce',
    blockedURL: blocked,
    sourceFile: page,
    lineNumber: 12,
    columnNumber: 7,
    statusCode: 200,
    sample: 'location = "/preview/secret-sample"',
  },
});
const postBoth = async (page: string, blocked?: string) => {
  await post(createReportUriBody(page, blocked));
  await post([createReportToBody(page, blocked)], { type: 'application/reports+json' });
};

describe('POST /api/csp-report', () => {
  it('T39 logs both formats in the same way, and only the fields needed to find the violation', async () => {
    expect((await post(createReportUriBody(`${ORIGIN}/blogs/tea`))).status).toBe(204);
    expect(lines).toEqual([
      {
        report: {
          page: `${ORIGIN}/blogs/tea`,
          directive: 'script-src-elem',
          blocked: 'inline',
          source: `${ORIGIN}/blogs/tea`,
          line: 12,
          column: 7,
          disposition: 'enforce',
        },
        count: 1,
      },
    ]);
    await post([createReportToBody(`${ORIGIN}/blogs/tea`)], { type: 'application/reports+json' });
    expect(lines, 'the same report is logged once').toHaveLength(1);
    await post([createReportToBody(`${ORIGIN}/blogs/coffee`)], { type: 'application/reports+json' });
    expect(lines[1]?.report).toEqual({
      ...lines[0]?.report,
      page: `${ORIGIN}/blogs/coffee`,
      source: `${ORIGIN}/blogs/coffee`,
    });
  });

  it('T39 logs the same report once in ten minutes, then the count of repeats', async () => {
    for (let n = 0; n < 200; n += 1) await post(createReportUriBody(`${ORIGIN}/`), { ip: ipv4(n) });
    await post(createReportUriBody(`${ORIGIN}/once`));
    expect(lines.map((line) => line.count)).toEqual([1, 1]);
    test.clock.advance(WINDOW_MS);
    vi.advanceTimersByTime(WINDOW_MS);
    expect(lines.slice(2)).toEqual([{ report: lines[0]?.report, count: 200 }]);
    await post(createReportUriBody(`${ORIGIN}/`));
    expect(lines.at(-1)).toEqual({ report: lines[0]?.report, count: 1 });
  });

  it('T39 logs no token of any link, in any spelling', async () => {
    const at = test.clock.now() + 60_000;
    const preview = createSignedToken(test.deps.secrets, { purpose: 'preview', value: '7', expiresAt: at });
    const release = createSignedToken(test.deps.secrets, { purpose: 'release-viewer', value: '3', expiresAt: at });
    const session = 'QmFzZTY0VG9rZW5PZkFTZXNzaW9uVGhhdElzU2VjcmV0';
    const pages = [
      `${ORIGIN}/preview/${preview}`,
      `${ORIGIN}/preview/${preview}/`,
      `${ORIGIN}/release/${release}/blogs/tea`,
      `${ORIGIN}/%70review/${preview}`,
      `${ORIGIN}//preview//${preview}`,
      `${ORIGIN}/PREVIEW/${preview}`,
      `${ORIGIN}/x/..;/preview/${preview.replaceAll('-', '%2d')}`,
      `${ORIGIN}/login/link#${session}`,
      `${ORIGIN}/login/link?callbackUrl=%2Fx%3Ftoken%3D${session}`,
      `${ORIGIN}/?token=${session}`,
      `https://${session}:${session}@app.example.com/`,
      `https://app.example.com/callback/${session}`,
      `https://app.example.com/callback;token=${session}`,
      `view-source:${ORIGIN}/preview/${preview}`,
      `blob:${ORIGIN}/${session}`,
      `data:text/html,${session}`,
      `/preview/${preview}`,
      preview,
      session,
    ];
    for (const page of pages) {
      await postBoth(page, page);
      await postBoth(`${ORIGIN}/`, page);
    }
    const [, , previewSecret = ''] = preview.split('.');
    const [, , releaseSecret = ''] = release.split('.');
    const log = JSON.stringify(lines);
    for (const secret of [previewSecret.slice(0, 12), releaseSecret.slice(0, 12), session.slice(0, 12), 'secret-']) {
      expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    expect(log).toContain(`${ORIGIN}/release/[token]/blogs/tea`);
    expect(log).toContain(`${ORIGIN}/login/link`);
  });

  it('T39 truncates every field and removes line breaks', async () => {
    const long = createReportUriBody(`${ORIGIN}/${'a-b/'.repeat(5_000)}`, `https://example.com/${'c/'.repeat(5_000)}`);
    long['csp-report']['effective-directive'] = 'x'.repeat(5_000);
    await post(long);
    await post(createReportUriBody(`${ORIGIN}/a\r\nb`, 'in\nline'));
    for (const line of lines) {
      expect(JSON.stringify(line).length).toBeLessThan(1_200);
      expect(Object.values(line.report ?? {}).filter((value) => /[\r\n]/.test(String(value)))).toEqual([]);
    }
  });

  it.each([
    ['empty', '', 'application/csp-report'],
    ['not JSON', 'r'.repeat(5_000), 'text/plain'],
    ['cut off', '{', 'application/csp-report'],
    ['null', 'null', 'application/csp-report'],
    ['an empty list', '[]', 'application/reports+json'],
    ['other types', '[null, 1, {"type":"deprecation","body":{}}]', 'application/reports+json'],
    ['without a report', '{"csp-report":null}', 'application/csp-report'],
    ['of wrong types', '{"csp-report":{"document-uri":{"a":1},"line-number":"7"}}', 'application/csp-report'],
    ['deep', `${'['.repeat(10_000)}`, 'application/reports+json'],
  ])('T39 answers a body that is %s with 204 and logs nothing', async (_name, body, type) => {
    expect((await post(body, { type })).status).toBe(204);
    expect(lines).toEqual([]);
  });

  it('T39 rejects bodies over 64 KB and reads at most 20 reports of a body', async () => {
    expect((await post('x'.repeat(64 * 1024 + 1))).status).toBe(413);
    const many = Array.from({ length: 50 }, (_, n) => createReportToBody(`${ORIGIN}/${n}`));
    expect((await post(many, { type: 'application/reports+json' })).status).toBe(204);
    expect(lines.filter((line) => line.report)).toHaveLength(20);
  });

  it('T39 accepts 300 requests of a network in ten minutes (IPv6 by /48), then 429 with Retry-After', async () => {
    const statuses = [];
    for (let n = 0; n < 310; n += 1)
      statuses.push((await post(createReportUriBody(`${ORIGIN}/`), { ip: ipv6(n) })).status);
    expect(statuses).toEqual([...Array(300).fill(204), ...Array(10).fill(429)]);
    const refused = await post(createReportUriBody(`${ORIGIN}/`), { ip: ipv6(999) });
    expect(refused.headers.get('retry-after')).toBe('600');
    expect((await post(createReportUriBody(`${ORIGIN}/`), { ip: ipv6(0, 2) })).status).toBe(204);
    test.clock.advance(WINDOW_MS);
    expect((await post(createReportUriBody(`${ORIGIN}/`), { ip: ipv6(0) })).status).toBe(204);
  });

  it('T39 6,000 different reports from 5,000 networks produce less than 250 KB of log', async () => {
    let [accepted, refused] = [0, 0];
    for (let n = 0; n < 6_000; n += 1) {
      const page = `${ORIGIN}/${n}/${'long/'.repeat(200)}`;
      const { status } = await post(createReportUriBody(page, `https://example.com/${n}`), { ip: ipv4(n % 5_000) });
      if (status === 204) accepted += 1;
      else if (status === 429) refused += 1;
    }
    expect([accepted, refused]).toEqual([5_000, 1_000]);
    test.clock.advance(WINDOW_MS);
    vi.advanceTimersByTime(WINDOW_MS);
    expect(lines.filter((line) => line.report)).toHaveLength(100);
    expect(lines.at(-1)).toEqual({ reports: 4_900, requests: 1_000 });
    expect(lines.map((line) => JSON.stringify(line)).join('\n').length).toBeLessThan(250 * 1024);
  });
});
