import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { listEntries, joinWaitingList } from '../../support/app/waiting-list.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createOwnApp();
});
afterEach(() => test.close());

describe('T17 addresses', () => {
  const createHostileAddresses = (): string[] => {
    const marks = [
      '"',
      '(',
      ')',
      ',',
      ':',
      ';',
      '<',
      '>',
      '[',
      ']',
      '\\',
      ' ',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '\u0000',
      '\u00a0',
    ];
    const signs = [
      '\u212a',
      'ſ',
      'ß',
      'é',
      'а',
      '。',
      '\u200b',
      '\u202e',
      '💌',
      '\ud800',
      '\u2028',
      '\u00ad',
      '\u0130',
      '\uff20',
      '\u007f',
    ];
    const inside = [...marks, ...signs].flatMap((mark) => [
      `a${mark}b@example.com`,
      `${mark}@example.com`,
      `ab@exam${mark}ple.com`,
      `ab@example.com${mark}x`,
      `ab@example.c${mark}m`,
      `ab${mark}@example.com`,
      `ab@${mark}example.com`,
      `ab@example.com${mark}b@example.com`,
    ]);
    const lists = [',', ';', ' ', '\r\n', '%0d%0aBcc:', '\nTo:'].flatMap((between) => [
      `a@example.com${between}b@example.com`,
      `"a${between}"@example.com`,
      `<a@example.com>${between}<b@example.com>`,
      `a@example.com${between}`.padEnd(30, 'b@'),
    ]);
    const shapes = [
      '@',
      'a',
      'a@',
      '@b',
      'a@b',
      'a@@b.com',
      'a@b@c.com',
      '.a@example.com',
      'a.@example.com',
      'a..b@example.com',
      'a@.example.com',
      'a@example..com',
      'a@example.com.',
      'a@-example.com',
      'a@example-.com',
      'a@exa_mple.com',
      'a@127.0.0.1',
      'a@[127.0.0.1]',
      'a@[IPv6:::1]',
      'a@localhost',
      'a@example.1',
      '"a"@example.com',
      '"a b"@example.com',
      '"a@b"@example.com',
      'a(x)@example.com',
      'a@example.com(x)',
      'Ada <a@example.com>',
      'mailto:a@example.com',
      'a@example.com?bcc=b@example.com',
      'a%b@example.com@evil.example',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(64)}.com`,
      `a@${'b.'.repeat(130)}com`,
      `${'a'.repeat(320)}@example.com`,
      'a'.repeat(5_000),
      'a@example.com\u0000',
      '\u0000a@example.com',
    ];
    return [...new Set([...inside, ...lists, ...shapes])];
  };

  it('that are hostile are rejected, over 300 of them', async () => {
    const addresses = createHostileAddresses();
    expect(addresses.length).toBeGreaterThanOrEqual(300);
    const accepted = [];
    for (const email of addresses) if ((await joinWaitingList(test, { email })).status !== 400) accepted.push(email);
    expect(accepted).toEqual([]);
    expect(await listEntries(test)).toEqual([]);
  });

  it('are compared case-insensitively', async () => {
    await joinWaitingList(test, { email: 'K@EXAMPLE.com' });
    expect((await joinWaitingList(test, { email: 'k@example.com' })).status).toBe(200);
    expect(await listEntries(test)).toEqual([expect.objectContaining({ email: 'k@example.com' })]);
  });
});
