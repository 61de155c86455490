import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toCsv } from '#api/http/csv.ts';
import { toBearerHeader, createUser, createTestSession } from '../../support/app/users.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { joinWaitingList } from '../../support/app/waiting-list.ts';
import { ANCHOR, ANCHOR_ID, BUOY_NAME } from '../../support/payments/tideworks.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createOwnApp();
});
afterEach(() => test.close());

/** A strict parser of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (!found) throw new Error('This is no CSV.');
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

async function requestExport(query = '') {
  const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
  return test.app.request(`/api/waitinglist/export.csv${query}`, { headers: toBearerHeader(token) });
}

describe('GET /api/waitinglist/export.csv', () => {
  it('T28 is an attachment in UTF-8 with all entries that match the filters', async () => {
    await joinWaitingList(test, { email: 'a@example.com', firstName: 'Māhina', intent: 'One, "two"\nthree' });
    await joinWaitingList(test, {
      email: 'b@example.com',
      productId: ANCHOR_ID,
      firstName: '=HYPERLINK("http://x.example")',
      intent: '+1',
    });
    const response = await requestExport('?sortBy=email&sortOrder=ASC');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="waiting-list-2026-11-21.csv"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const empty = Array(7).fill('');
    const time = '2026-11-21T00:00:00.000Z';
    expect(parseCsv(await response.text())).toEqual([
      [
        'id',
        'email',
        'first_name',
        'last_name',
        'product_name',
        'status',
        'intent',
        'created_at',
        'confirmed_at',
        'invited_at',
        'signed_up_at',
        'paid_at',
        'user_id',
        'invitation_status',
        'invitation_error',
      ],
      ['1', 'a@example.com', 'Māhina', 'Lovelace', BUOY_NAME, 'pending', 'One, "two"\nthree', time, ...empty],
      ['2', 'b@example.com', '\'=HYPERLINK("http://x.example")', 'Lovelace', ANCHOR, 'pending', "'+1", time, ...empty],
    ]);
    expect(parseCsv(await (await requestExport(`?productId=${ANCHOR_ID}&search=b%40`)).text())).toHaveLength(2);
    expect((await requestExport('?status=x')).status).toBe(400);
  });

  it('T28 contains all entries, not only a page', async () => {
    for (let n = 0; n < 120; n += 1) await joinWaitingList(test, { email: `p${n}@example.com` });
    expect(parseCsv(await (await requestExport()).text())).toHaveLength(121);
  });
});

it('exports a selection in the order of the list, whatever became of its entries', async () => {
  for (const name of ['a', 'b', 'c']) await joinWaitingList(test, { email: `${name}@example.com` });
  await test.db.client.execute("UPDATE waiting_list_entries SET status = 'rejected' WHERE id = 1");
  const rows = parseCsv(await (await requestExport('?ids=3,1,99&sortBy=email&sortOrder=ASC')).text());
  expect(rows.slice(1).map(([, email, , , , status]) => [email, status])).toEqual([
    ['a@example.com', 'rejected'],
    ['c@example.com', 'pending'],
  ]);
  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
  for (const ids of ['1,', 'x', '0', tooMany]) expect((await requestExport(`?ids=${ids}`)).status).toBe(400);
});

/** What a spreadsheet may run: invisible characters and spaces are skipped, full-width forms count. */
function isFormula(text: string): boolean {
  const visible = [...text].find((each) => !/[\s\p{C}]/u.test(each) || /[\p{Cn}\p{Co}\p{Cs}]/u.test(each));
  return (
    '\t\r\0'.includes(text.charAt(0) || 'x') || (visible !== undefined && '=+-@＝＋－＠﹦﹢﹣﹫'.includes(visible))
  );
}

describe('toCsv', () => {
  it.each(['＝1+1', '＋1', '－1', '＠SUM(A1)', '\u200B=1+1', '\uFEFF＝1', '\u2060\u202A @x', ' =1'])(
    'T28 puts a quote before ‘%s’, which a spreadsheet may run',
    (text) => expect(toCsv([[text]])).toBe(`'${text}\r\n`),
  );

  it('begins with a byte order mark in a download, so that Excel reads names with accents', async () => {
    const bytes = new Uint8Array(await (await requestExport()).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('T28 is read back unchanged, except for the quote before formulas', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom(
          '=',
          '＝',
          '＋',
          '-',
          '@',
          '\u200B',
          '\uFEFF',
          '\t',
          '\r',
          '\n',
          '"',
          ',',
          "'",
          'a',
          ' ',
          '\0',
        ),
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const read = parseCsv(toCsv(rows));
        const expected = rows.map((row) => row.map((text) => (isFormula(text) ? `'${text}` : text)));
        expect(read).toEqual(expected);
      }),
      { numRuns: 5_000 },
    );
  });
});
