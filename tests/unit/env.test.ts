import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_BREAKER_JOINS_PER_HOUR,
  DEFAULT_BREAKER_STARTS_PER_HOUR,
  readEnv,
  SettingsError,
  settingNames,
} from '#api/env.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const exampleSettings = [...example.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name, value]) => [name, value] as const,
);

const APP_SECRET = 'a secret of 32 characters or more';
const SMTP_URL = 'smtps://user:hunter2@smtp.example.com';
const SITE_URL = 'https://www.example.com';
const PRODUCTION = { NODE_ENV: 'production', SITE_URL, APP_SECRET, SMTP_URL };

const BUCKET = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'media',
  S3_REGION: 'auto',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};
/** What several servers share. */
const SHARED = { ...BUCKET, APP_SECRET, DATABASE_URL: 'libsql://db.example.com' };

const readErrorMessage = (source: Record<string, string>): string => {
  try {
    readEnv(source);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  return 'accepted';
};

describe('.env.example', () => {
  it('T31 lists exactly the settings that are read', () => {
    expect(exampleSettings.map(([name]) => name).sort()).toEqual([...settingNames].sort());
  });

  it('contains the defaults', () => {
    expect(readEnv(Object.fromEntries(exampleSettings))).toEqual(readEnv({}));
  });
});

describe('readEnv', () => {
  it('has a default for everything', () => {
    expect(readEnv({})).toMatchObject({
      NODE_ENV: 'development',
      PORT: 4321,
      HOST: '127.0.0.1',
      SITE_URL: 'http://localhost:4321',
      DATA_DIR: resolve('data'),
      DATABASE_URL: `file:${resolve('data')}/app.db`,
      seedDemoContent: true,
      RELEASES_KEPT: 30,
      BREAKER_STARTS_PER_HOUR: DEFAULT_BREAKER_STARTS_PER_HOUR,
      BREAKER_JOINS_PER_HOUR: DEFAULT_BREAKER_JOINS_PER_HOUR,
    });
  });

  it('derives the address from the port and the database from the directory', () => {
    expect(readEnv({ PORT: '80', DATA_DIR: '/srv/x' })).toMatchObject({
      SITE_URL: 'http://localhost:80',
      DATABASE_URL: 'file:/srv/x/app.db',
    });
    expect(readEnv({ SITE_URL: 'https://www.example.com/' }).SITE_URL).toBe('https://www.example.com');
  });

  it.each([
    [PRODUCTION, false],
    [{ ...PRODUCTION, DEMO_CONTENT: 'true' }, true],
    [{ DEMO_CONTENT: 'pages' }, false],
    [{ DEMO_CONTENT: 'false' }, false],
    [{ NODE_ENV: 'test' }, true],
  ])('of %j loads demo content: %s', (source, isLoaded) => {
    expect(readEnv(source).seedDemoContent).toBe(isLoaded);
  });

  it.each([
    [PRODUCTION, true],
    [{ ...PRODUCTION, DEMO_CONTENT: 'false' }, true],
    [{ ...PRODUCTION, DEMO_CONTENT: 'pages' }, false],
    [{ DEMO_CONTENT: 'false' }, true],
    [{}, false],
  ])('of %j starts with the first run: %s', (source, isNew) => {
    expect(readEnv(source).startsWithFirstRun).toBe(isNew);
  });

  it('lets somebody who is not of the demo set up a new site on their own machine', () => {
    expect(readEnv({ DEMO_CONTENT: 'false' }).ADMIN_EMAILS).toEqual(['owner@example.com']);
  });

  it.each([
    ['NODE_ENV', 'prod'],
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PORT', '1.5'],
    ['SITE_URL', 'www.example.com'],
    ['SITE_URL', 'nonsense'],
    ['SITE_URL', 'ftp://example.com'],
    ['SITE_URL', 'https://example.com/path'],
    ['SITE_URL', 'https://user@example.com'],
    ['DATABASE_URL', 'postgres://x'],
    ['DEMO_CONTENT', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['OG_IMAGES', '1'],
    ['RELEASES_KEPT', '1'],
    ['BREAKER_STARTS_PER_HOUR', '0'],
    ['BREAKER_JOINS_PER_HOUR', 'none'],
    ['PUBLISH_WEBHOOK_URL', 'file:///etc/passwd'],
    ['PUBLISH_WEBHOOK_SECRET', 'short'],
    ['APP_SECRET', 'short'],
    ['ADMIN_EMAILS', 'a@example.com, nobody'],
    ['CALLBACK_ORIGINS', 'https://app.example.com/in'],
    ['CALLBACK_ORIGINS', 'http://app.example.com'],
    ['CALLBACK_ORIGINS', '*'],
    ['TRUSTED_PROXIES', '-1'],
    ['SMTP_URL', 'https://smtp.example.com'],
    ['MAIL', 'smtp'],
    ['MAIL', 'true'],
    ['MAIL_FROM', 'Mateworks'],
  ])('T31 names %s when it is %s', (name, value) => {
    expect(readErrorMessage({ [name]: value })).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
  });

  it('T31 names all wrong settings at once, and never their values', () => {
    const message = readErrorMessage({ PORT: '-1', LOG_LEVEL: 'loud', PUBLISH_WEBHOOK_SECRET: 'hunter2' });
    for (const name of ['PORT', 'LOG_LEVEL', 'PUBLISH_WEBHOOK_SECRET']) expect(message).toContain(name);
    expect(message).not.toContain('hunter2');
  });

  it('T31 requires APP_SECRET in production', () => {
    expect(readErrorMessage({ NODE_ENV: 'production' })).toContain('APP_SECRET: is required in production');
    expect(readEnv(PRODUCTION)).toMatchObject({ APP_SECRET, ADMIN_EMAILS: [] });
    expect(readEnv({}).ADMIN_EMAILS).toHaveLength(2);
  });

  it('requires SITE_URL in production, where links in emails would lead to the server itself', () => {
    const { SITE_URL: _, ...without } = PRODUCTION;
    expect(readErrorMessage(without)).toMatch(/^ {2}SITE_URL: is required in production: /m);
    for (const NODE_ENV of ['development', 'test'])
      expect(readEnv({ NODE_ENV }).SITE_URL).toBe('http://localhost:4321');
  });

  it('T31 requires a mail server in production, unless MAIL=outbox saves emails as files', () => {
    const without = { ...PRODUCTION, SMTP_URL: '' };
    expect(readErrorMessage(without)).toMatch(/^ {2}SMTP_URL: is required in production; .*MAIL=outbox/m);
    expect(readErrorMessage({ NODE_ENV: 'production' })).toMatch(/APP_SECRET: [\s\S]*SMTP_URL: /);
    expect(readEnv({ ...without, MAIL: 'outbox' })).toMatchObject({ MAIL: 'outbox' });
    expect(readEnv({ MAIL: 'outbox' })).toMatchObject({ MAIL: 'outbox' });
    for (const NODE_ENV of ['development', 'test']) expect(readEnv({ NODE_ENV }).SMTP_URL).toBeUndefined();
  });

  it('T31 rejects a mail server together with MAIL=outbox', () => {
    const message = readErrorMessage({ ...PRODUCTION, MAIL: 'outbox' });
    expect(message).toMatch(/^ {2}MAIL: must be empty when SMTP_URL is set/m);
    expect(message).not.toContain('hunter2');
  });

  it('requires all settings of a bucket, or none', () => {
    expect(readEnv(BUCKET).s3).toMatchObject({ endpoint: 'https://s3.example.com', bucket: 'media' });
    expect(readEnv({}).s3).toBeNull();
    for (const name of Object.keys(BUCKET)) {
      const message = readErrorMessage({ ...BUCKET, [name]: '' });
      expect(message).toMatch(new RegExp(`^ {2}${name}: is missing`, 'm'));
      expect(message).not.toContain('hunter2');
    }
    expect(readErrorMessage({ ...BUCKET, S3_ENDPOINT: 's3.example.com' })).toMatch(/^ {2}S3_ENDPOINT: /m);
  });

  it.each(['libsql://db.example.com', 'https://db.example.com', 'ws://127.0.0.1:8080'])(
    'refuses the database server %s without a bucket, which several servers would have to share (T48)',
    (DATABASE_URL) => {
      expect(readErrorMessage({ APP_SECRET, DATABASE_URL })).toMatch(
        /^ {2}DATABASE_URL: is a libSQL server, so pages, images and videos must be in a bucket .* set all of S3_ENDPOINT, /m,
      );
      expect(readEnv({ ...SHARED, DATABASE_URL })).toMatchObject({ DATABASE_URL, s3: { bucket: 'media' } });
    },
  );

  it('names the missing setting of a bucket beside a database server, not the bucket as a whole', () => {
    const message = readErrorMessage({ ...SHARED, S3_REGION: '' });
    expect(message).toMatch(/^ {2}S3_REGION: is missing/m);
    expect(message).not.toContain('DATABASE_URL');
  });

  it.each(['development', 'test'])(
    'refuses a database server without APP_SECRET in %s, where each server would create one of its own',
    (NODE_ENV) => {
      expect(readErrorMessage({ ...SHARED, NODE_ENV, APP_SECRET: '' })).toMatch(
        /^ {2}APP_SECRET: is required when DATABASE_URL is a libSQL server: .* the same on every server/m,
      );
    },
  );

  it('says once that APP_SECRET is missing when a production server shares its database', () => {
    const message = readErrorMessage({ ...PRODUCTION, ...SHARED, APP_SECRET: '' });
    expect(message.match(/APP_SECRET: is required/g)).toHaveLength(1);
  });

  it.each([
    ['BACKUPS_DIR', '/srv/backups', 'a folder of one machine'],
    ['PAYMENT_SANDBOX_PORT', '4400', 'for one server'],
  ])('refuses %s beside a database server, and accepts it beside a file', (name, value, reason) => {
    const message = readErrorMessage({ ...SHARED, [name]: value });
    expect(message).toMatch(
      new RegExp(`^ {2}${name}: must be empty when DATABASE_URL is a libSQL server: .*${reason}`, 'm'),
    );
    expect(readErrorMessage({ ...SHARED, DATABASE_URL: 'file:/srv/app.db', [name]: value })).toBe('accepted');
  });

  it('reads comma-separated lists', () => {
    const env = readEnv({
      ADMIN_EMAILS: ' Ann@Example.com,bob@example.com ,',
      CALLBACK_ORIGINS: 'https://app.example.com/, http://localhost:3000',
    });
    expect(env.ADMIN_EMAILS).toEqual(['ann@example.com', 'bob@example.com']);
    expect(env.CALLBACK_ORIGINS).toEqual(['https://app.example.com', 'http://localhost:3000']);
  });

  it('T31 requires a secret for a webhook', () => {
    const url = { PUBLISH_WEBHOOK_URL: 'https://example.com/purge' };
    expect(readErrorMessage(url)).toContain('PUBLISH_WEBHOOK_SECRET: is required');
    expect(readEnv({ ...url, PUBLISH_WEBHOOK_SECRET: 'x'.repeat(16) })).toMatchObject(url);
  });
});
