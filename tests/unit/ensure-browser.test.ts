import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureBrowser, type Machine, NO_BROWSER } from '../../scripts/browser/ensure-browser.ts';

let root: string;
let machine: Machine;
const listCalls = () =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [];
const toBinPath = (name: string) => join(root, 'bin', name);

/** Creates a program that records its arguments and then runs this shell line. */
function addProgram(path: string, line = ''): string {
  writeFileSync(path, `#!/bin/sh\necho "$(/usr/bin/basename "$0") $*" >> ${join(root, 'calls')}\n${line}\n`);
  chmodSync(path, 0o755);
  return path;
}
/** A shell line that installs a browser with this exit code. */
const createInstallLine = (path: string, exitCode = 0) =>
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
  it('is CHROMIUM_PATH before any other', () => {
    addProgram(toBinPath('chromium'));
    const chosen = addProgram(join(root, 'chosen'));
    machine.env.CHROMIUM_PATH = chosen;
    expect(ensureBrowser(machine)).toBe(chosen);
    expect(listCalls()).toEqual(['chosen --version']);
  });

  it('is an error when CHROMIUM_PATH does not exist', () => {
    addProgram(toBinPath('chromium'));
    machine.env.CHROMIUM_PATH = join(root, 'missing');
    expect(() => ensureBrowser(machine)).toThrow('CHROMIUM_PATH is');
    expect(listCalls()).toEqual([]);
  });

  it.each(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'])(
    'is %s on the PATH, and nothing is installed',
    (name) => {
      addProgram(machine.ownPath);
      addProgram(toBinPath(name));
      expect(ensureBrowser(machine)).toBe(toBinPath(name));
      expect(listCalls()).toEqual([`${name} --version`]);
    },
  );

  it("is Playwright's own when there is none on the PATH", () => {
    addProgram(machine.ownPath);
    expect(ensureBrowser(machine)).toBe(machine.ownPath);
  });

  it("is Playwright's own when the one on the PATH does not start", () => {
    addProgram(toBinPath('chromium'), 'exit 127');
    addProgram(machine.ownPath);
    expect(ensureBrowser(machine)).toBe(machine.ownPath);
  });

  it('is downloaded when there is none, without apt-get', () => {
    addProgram(toBinPath('apt-get'));
    addProgram(join(root, 'playwright'), createInstallLine(machine.ownPath));
    expect(ensureBrowser(machine)).toBe(machine.ownPath);
    expect(listCalls()).toEqual(['playwright install chromium']);
  });

  it('is a Debian package for root when the download fails', () => {
    const installLine = createInstallLine(toBinPath('chromium-headless-shell'));
    addProgram(toBinPath('apt-get'), `[ "$1" = update ] || { ${installLine}; }`);
    expect(ensureBrowser(machine)).toBe(toBinPath('chromium-headless-shell'));
    expect(listCalls()).toEqual([
      'playwright install chromium',
      'apt-get update -qq',
      'apt-get install -y -qq --no-install-recommends chromium-headless-shell',
    ]);
  });

  it('is the whole browser where Debian has no package of the shell', () => {
    const installLine = createInstallLine(toBinPath('chromium'));
    addProgram(toBinPath('apt-get'), `case "$*" in *recommends\\ chromium) ${installLine};; *) exit 100;; esac`);
    expect(ensureBrowser(machine)).toBe(toBinPath('chromium'));
  });

  it('is the shell when both are on the PATH', () => {
    addProgram(toBinPath('chromium'));
    addProgram(toBinPath('chromium-headless-shell'));
    expect(ensureBrowser(machine)).toBe(toBinPath('chromium-headless-shell'));
  });

  it('is the Debian package when the downloaded one lacks libraries', () => {
    addProgram(join(root, 'playwright'), createInstallLine(machine.ownPath, 127));
    addProgram(toBinPath('apt-get'), createInstallLine(toBinPath('chromium')));
    expect(ensureBrowser(machine)).toBe(toBinPath('chromium'));
  });

  it('is an error with instructions when nothing works', () => {
    addProgram(toBinPath('apt-get'), 'exit 100');
    expect(() => ensureBrowser(machine)).toThrow(NO_BROWSER);
    expect(listCalls()).toHaveLength(4);
  });

  it('installs no package without root', () => {
    addProgram(toBinPath('apt-get'), createInstallLine(toBinPath('chromium')));
    expect(() => ensureBrowser({ ...machine, isRoot: false })).toThrow(NO_BROWSER);
    expect(listCalls()).toEqual(['playwright install chromium']);
  });
});
