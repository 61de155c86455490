import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readListenSocket, settingNames } from '#api/env.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { readStartCommand } from '../../support/start-command.ts';

describe('the unit of systemd', () => {
  const unit = readFileSync(`${PROJECT_ROOT}/deploy/systemd/site.service`, 'utf8');

  it('starts the server as npm start does', () => {
    const { args, env } = readStartCommand('/opt/site');
    const [, ...words] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    expect(words.map((word) => (word.startsWith('--') ? word : `/opt/site/${word}`))).toEqual(args);
    const assignments = /^Environment=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    for (const [name, value] of Object.entries(env)) expect(assignments).toContain(`${name}=${value}`);
  });

  it('sets nothing that the server doesn’t read', () => {
    const names = (/^Environment=(.+)$/m.exec(unit)?.[1] ?? '').split(' ').map((word) => word.split('=')[0] ?? '');
    expect(names.filter((name) => !settingNames.includes(name))).toEqual(['MALLOC_ARENA_MAX']);
  });
});

/** A machine without systemd can't check its files. */
const analyzer = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((path) => existsSync(path));

it.skipIf(analyzer === undefined)('systemd finds nothing wrong with the units and the socket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'units-'));
  const source = join(PROJECT_ROOT, 'deploy/systemd');
  const names = readdirSync(source);
  for (const name of names) {
    const text = readFileSync(join(source, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll('/opt/site', PROJECT_ROOT));
  }
  const files = names.map((name) => join(folder, name));
  const { stderr } = spawnSync(analyzer ?? '', ['verify', '--man=no', ...files], { encoding: 'utf8' });
  // It says what is wrong with other units of the machine, too.
  expect(stderr.split('\n').filter((line) => names.some((name) => line.includes(name)))).toEqual([]);
});

describe('the socket that systemd passes', () => {
  it('is the first descriptor after the standard ones, for the process that it is meant for', () => {
    expect(readListenSocket({ LISTEN_PID: '77', LISTEN_FDS: '1' }, 77)).toBe(3);
    expect(readListenSocket({ LISTEN_PID: '76', LISTEN_FDS: '1' }, 77)).toBeNull();
    expect(readListenSocket({}, 77)).toBeNull();
  });

  it('is one: more are refused with a sentence', () => {
    expect(() => readListenSocket({ LISTEN_PID: '77', LISTEN_FDS: '2' }, 77)).toThrow('more than one socket');
  });
});
