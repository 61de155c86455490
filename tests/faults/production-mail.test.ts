import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findFreePort } from '../support/app/free-port.ts';
import { openMailbox } from '../support/mail/mailbox.ts';

const MAIN = join(PROJECT_ROOT, 'dist/api/main.mjs');
const EMAIL = 'person@example.com';
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'production-mail-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** The built server in production, with its output, which is complete once `closed` has resolved. */
async function spawnServer(settings: Record<string, string>) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [MAIN], {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      SITE_URL: `http://localhost:${port}`,
      APP_SECRET: 'a secret of 32 characters or more',
      DATA_DIR: join(directory, 'data'),
      PORT: String(port),
      LOG_LEVEL: 'trace',
      OG_IMAGES: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let output = '';
  const serving = Promise.withResolvers<void>();
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('Serving ')) serving.resolve();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  void closed.then(() => serving.reject(new Error(`The server ended before it served:\n${output}`)));
  serving.promise.catch(() => undefined);
  return { child, port, closed, serving: serving.promise, output: () => output };
}

describe('T31 production without a mail server', () => {
  it('does not start, and names the settings to choose from', async () => {
    const server = await spawnServer({});
    const [code] = await Promise.race([server.closed, server.serving.then(() => ['it serves'])]);
    server.child.kill();
    await server.closed;
    expect(code).toBe(1);
    expect(server.output()).toMatch(/SMTP_URL: .*MAIL=outbox/);
  });

  it('starts with MAIL=outbox, saves the email as a file, and logs neither its code nor its link', async () => {
    const server = await spawnServer({ MAIL: 'outbox' });
    await server.serving;
    const response = await fetch(`http://127.0.0.1:${server.port}/api/auth/email/start`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: EMAIL }),
    });
    expect(response.status).toBe(200);
    const { code, link } = await openMailbox(join(directory, 'data')).waitForCode(EMAIL);
    server.child.kill('SIGTERM');
    expect(await server.closed).toEqual([0, null]);
    // As a whole word, because a timestamp may contain any six digits.
    for (const secret of [code, new URL(link).hash.slice(1), EMAIL])
      expect(new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(server.output()), secret).toBe(false);
    expect(server.output()).toContain('emails are saved as files');
  });

  it('says in its log that no one can become an admin while ADMIN_EMAILS is empty', async () => {
    const server = await spawnServer({ MAIL: 'outbox' });
    await server.serving;
    server.child.kill('SIGTERM');
    await server.closed;
    expect(server.output()).toContain('ADMIN_EMAILS is empty: no one can become an admin.');
  });
});
