import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const PATH = '/api/admin/redirects';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  test.deps.site.hasPath = (path) => ['/', '/about', '/prices', '/team'].includes(path);
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const check = (csv: string) => admin.call('POST', `${PATH}/import/check`, { csv });
const bring = (csv: string) => admin.call('POST', `${PATH}/import`, { csv });
const list = async () =>
  (await admin.call('GET', `${PATH}?sortBy=from&sortOrder=ASC&limit=100`)).body.data.map(
    ({ from, to, status }: { from: string; to: string; status: number }) => [from, to, status],
  );

describe('an import of redirects', () => {
  it('is tried first: it says what is new, what changes, what stays and what is wrong, line by line', async () => {
    await bring('/stays,/about\n/changes,/about\n/b,/a2\n/a2,/team');
    const csv = [
      'From,To,Type',
      '/new,/prices,302',
      '"/with,comma",/about,permanent',
      '/stays,/about,',
      '/changes,/prices,301',
      '/a2,/b',
      '',
      'old,/about',
      '/lost,/nowhere',
      '/leads-to-lost,/lost',
      '/team,/about',
      '/new/,/about',
      '/kind,/about,307',
    ].join('\r\n');
    expect((await check(csv)).body).toEqual({
      lines: 11,
      added: 2,
      changed: 1,
      unchanged: 1,
      loops: [6],
      faults: [
        { line: 6, message: 'This would loop: /a2 → /b → /a2.' },
        { line: 8, message: 'The old address has to be on this site and begin with a slash, such as /old-page.' },
        { line: 9, message: 'There is no page at /nowhere.' },
        { line: 10, message: 'There is no page at /lost.' },
        { line: 11, message: 'There is a page at /team, which a redirect would hide.' },
        { line: 12, message: '/new is in line 2 already.' },
        { line: 13, message: 'The type has to be 301 (permanent) or 302 (temporary).' },
      ],
      faults_total: 7,
    });
    expect(await list()).toHaveLength(4);
    expect(await bring(csv)).toMatchObject({
      status: 200,
      body: { message: '3 redirects imported', added: 2, changed: 1 },
    });
    expect(await list()).toEqual([
      ['/a2', '/team', 301],
      ['/b', '/a2', 301],
      ['/changes', '/prices', 301],
      ['/new', '/prices', 302],
      ['/stays', '/about', 301],
      ['/with,comma', '/about', 301],
    ]);
  });

  it('is undone as a whole', async () => {
    await bring('/changes,/about');
    const { body } = await bring('/changes,/team\n/new,/about');
    expect((await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] })).status).toBe(200);
    expect(await list()).toEqual([['/changes', '/about', 301]]);
  });

  it('of a file with redirects that loop with each other leaves out the last of them', async () => {
    expect((await check('/a,/b\n/b,/c\n/c,/a')).body).toMatchObject({
      loops: [3],
      faults: expect.arrayContaining([{ line: 3, message: 'This would loop: /c → /a → /b → /c.' }]),
    });
  });

  it('leaves out what leads to a line that is left out, unless that address redirects already', async () => {
    expect((await check('/b,/a\n/a,/b\n/c,/a\n/d,/b')).body).toMatchObject({
      added: 0,
      faults: [
        { line: 1, message: 'There is no page at /a.' },
        { line: 2, message: 'This would loop: /a → /b → /a.' },
        { line: 3, message: 'There is no page at /a.' },
        { line: 4, message: 'There is no page at /b.' },
      ],
    });
    await bring('/a,/about');
    expect((await check('/b,/a\n/a,/b\n/c,/a')).body).toMatchObject({
      added: 2,
      changed: 0,
      loops: [2],
      faults_total: 1,
    });
  });

  it('may name a redirect before the one that it leads to', async () => {
    expect((await check('/b,/a\n/a,/about')).body).toMatchObject({ added: 2, faults: [] });
  });

  it('An import takes what its check promises: of a long chain only the last ten lines', async () => {
    const chain = Array.from({ length: 25 }, (_, n) => `/${n},${n === 24 ? '/about' : `/${n + 1}`}`);
    for (const lines of [chain, chain.toReversed()]) {
      const checked = (await check(lines.join('\n'))).body;
      expect(checked).toMatchObject({ added: 10, loops: [], faults_total: 15 });
      expect(checked.faults[0].message).toBe(
        'This address leads through more than 10 redirects. Send it to the last one directly.',
      );
    }
    expect((await bring(chain.join('\n'))).body).toMatchObject({ added: 10 });
    expect((await list()).map(([from]: string[]) => from)).toEqual(Array.from({ length: 10 }, (_, n) => `/${n + 15}`));
  });

  it('A line that changes a redirect of today may be named behind one that would loop with it', async () => {
    await bring('/b,/about\n/a,/b');
    expect((await check('/b,/c\n/c,/a\n/a,/team')).body).toMatchObject({ added: 1, changed: 2, faults: [] });
  });

  it('A loop of many lines is named by its beginning and its end', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => `/${n},/${(n + 1) % 3_000}`);
    const { body } = await check(lines.join('\n'));
    expect(body).toMatchObject({ added: 0, loops: [3_000], faults_total: 3_000 });
    expect((await check(lines.slice(0, 2).concat('/2,/0').join('\n'))).body.faults).toContainEqual({
      line: 3,
      message: 'This would loop: /2 → /0 → /1 → /2.',
    });
  });

  it('A chain of 4,900 lines that ends nowhere is said line by line, each line once', async () => {
    const lines = Array.from({ length: 4_900 }, (_, n) => `/${n},/${n + 1}`);
    expect((await check(lines.join('\n'))).body).toMatchObject({ added: 0, faults_total: 4_900 });
  });

  it('reads files as spreadsheets save them: with semicolons, tabs, quotes and a byte order mark', async () => {
    for (const csv of ['\uFEFFfrom;to\n/a;/about\n', '/a\t/about', '"/a","/about"\r', 'Source,Target\n"/a",/about'])
      expect((await check(csv)).body).toMatchObject({ lines: 1, added: 1, faults: [] });
  });

  it('without redirects, or with more lines than 5,000, is refused with a sentence', async () => {
    for (const csv of ['', 'from,to\n', '\n\n'])
      expect(await check(csv)).toMatchObject({
        status: 400,
        body: { message: 'This file has no redirects. Each line needs the old address and the new one.' },
      });
    expect(await check('/a,/about\n'.repeat(5_001))).toMatchObject({
      status: 400,
      body: { message: 'This file has 5,001 lines. Split it into files of up to 5,000.' },
    });
    expect(await bring('/team,/about')).toMatchObject({ status: 409, body: { message: 'This file changes nothing.' } });
  });

  it('of 5,000 lines is applied at once, and never beyond 10,000 redirects', async () => {
    const lines = (name: string) => Array.from({ length: 5_000 }, (_, n) => `/${name}/${n},/about?${n}`).join('\n');
    const started = performance.now();
    expect((await bring(lines('one'))).body).toMatchObject({ added: 5_000 });
    expect(performance.now() - started).toBeLessThan(5_000);
    await bring(lines('two'));
    expect(await bring('/a,/about')).toMatchObject({
      status: 400,
      body: {
        message: 'A site can have 10,000 redirects. There is room for no more, and this file has 1 new one.',
      },
    });
  });

  it('takes what an export has written', async () => {
    await bring('/a,/about\n"/with,comma",https://app.example.com/?q=%22,302');
    const before = await list();
    const response = await test.app.request(`${PATH}/export.csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.headers.get('content-disposition')).toContain('redirects-2026-11-21.csv');
    const csv = await response.text();
    await admin.call('POST', `${PATH}/bulk-delete`, { filter: {}, total: 2 });
    expect((await bring(csv)).body).toMatchObject({ added: 2 });
    expect(await list()).toEqual(before);
  });
});
