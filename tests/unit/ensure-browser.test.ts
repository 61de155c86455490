import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureBrowser, type Machine, NO_BROWSER } from '../../scripts/browser/ensure-browser.ts';

let root: string;
let machine: Machine;
const calls = () =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [];
const inPath = (name: string) => join(root, 'bin', name);

/** A program that notes how it was called and then runs this line. */
function addProgram(path: string, line = ''): string {
  writeFileSync(path, `#!/bin/sh\necho "$(/usr/bin/basename "$0") $*" >> ${join(root, 'calls')}\n${line}\n`);
  chmodSync(path, 0o755);
  return path;
}
/** A line that installs a browser, which starts or does not. */
const install = (path: string, exitCode = 0) =>
  `printf '#!/bin/sh\\nexit ${exitCode}\\n' > ${path}; /bin/chmod +x ${path}`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'browser-'));
  mkdirSync(join(root, 'bin'));
  const ownPath = join(root, 'own');
  const download = [addProgram(join(root, 'playwright'), 'exit 1'), 'install', 'chromium'] as const;
  machine = { env: { PATH: join(root, 'bin') }, isRoot: true, ownPath, download, log: () => undefined };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the browser of the tests', () => {
  it('is the one of CHROMIUM_PATH before any other', () => {
    addProgram(inPath('chromium'));
    const chosen = addProgram(join(root, 'chosen'));
    machine.env.CHROMIUM_PATH = chosen;
    expect(ensureBrowser(machine)).toBe(chosen);
    expect(calls()).toEqual(['chosen --version']);
  });

  it('is not guessed when CHROMIUM_PATH leads nowhere', () => {
    addProgram(inPath('chromium'));
    machine.env.CHROMIUM_PATH = join(root, 'missing');
    expect(() => ensureBrowser(machine)).toThrow('CHROMIUM_PATH is');
    expect(calls()).toEqual([]);
  });

  it.each(['chromium', 'chromium-browser', 'google-chrome'])('is %s on the PATH, and nothing is installed', (name) => {
    addProgram(machine.ownPath);
    addProgram(inPath(name));
    expect(ensureBrowser(machine)).toBe(inPath(name));
    expect(calls()).toEqual([`${name} --version`]);
  });

  it("is Playwright's own when there is none on the PATH", () => {
    addProgram(machine.ownPath);
    expect(ensureBrowser(machine)).toBe(machine.ownPath);
  });

  it("is Playwright's own when the one on the PATH does not start", () => {
    addProgram(inPath('chromium'), 'exit 127');
    addProgram(machine.ownPath);
    expect(ensureBrowser(machine)).toBe(machine.ownPath);
  });

  it("is downloaded when there is none, and apt-get isn't asked", () => {
    addProgram(inPath('apt-get'));
    addProgram(join(root, 'playwright'), install(machine.ownPath));
    expect(ensureBrowser(machine)).toBe(machine.ownPath);
    expect(calls()).toEqual(['playwright install chromium']);
  });

  it('is the Debian package for root when the download fails', () => {
    addProgram(inPath('apt-get'), `[ "$1" = update ] || { ${install(inPath('chromium'))}; }`);
    expect(ensureBrowser(machine)).toBe(inPath('chromium'));
    expect(calls()).toEqual([
      'playwright install chromium',
      'apt-get update -qq',
      'apt-get install -y -qq --no-install-recommends chromium',
    ]);
  });

  it('is the Debian package when the downloaded one lacks libraries', () => {
    addProgram(join(root, 'playwright'), install(machine.ownPath, 127));
    addProgram(inPath('apt-get'), install(inPath('chromium')));
    expect(ensureBrowser(machine)).toBe(inPath('chromium'));
  });

  it('is asked for in a sentence when nothing works', () => {
    addProgram(inPath('apt-get'), 'exit 100');
    expect(() => ensureBrowser(machine)).toThrow(NO_BROWSER);
    expect(calls()).toHaveLength(3);
  });

  it('does not touch packages without root', () => {
    addProgram(inPath('apt-get'), install(inPath('chromium')));
    expect(() => ensureBrowser({ ...machine, isRoot: false })).toThrow(NO_BROWSER);
    expect(calls()).toEqual(['playwright install chromium']);
  });
});
