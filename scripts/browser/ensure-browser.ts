import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Environment, findBrowser, findProgram } from './find-browser.ts';

const PLAYWRIGHT = join(import.meta.dirname, '../../node_modules/playwright/cli.js');
/** The shell is the lighter one; older releases of Debian do not have it. */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium'];
/** A download that hangs ends after this, ms. */
const INSTALL_LIMIT_MS = 600_000;

export type Machine = {
  env: Environment;
  isRoot: boolean;
  /** Where Playwright would put its browser. */
  ownPath: string;
  /** Playwright's download: program and arguments. */
  download: readonly [string, ...string[]];
  log: (line: string) => void;
};

export const playwrightDownload = [process.execPath, PLAYWRIGHT, 'install', 'chromium'] as const;

export const NO_BROWSER =
  'The browser tests need Chromium, and none could be found or installed. Install it, or set CHROMIUM_PATH to its path, and run the command again.';

/**
 * Answers the path of a Chromium that starts. What is on the machine comes first; then Playwright's download, and for
 * root on Debian a package. One that fails leads to the next.
 * @throws Error when nothing works, with a sentence for the terminal.
 */
export function ensureBrowser(machine: Machine): string {
  const { env, ownPath, log } = machine;
  const find = () => findBrowser(env, ownPath);
  const browser = find();
  if (browser) return browser;
  if (env.CHROMIUM_PATH) {
    throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, and no browser starts there. Correct or remove it.`);
  }
  log('No Chromium found. Downloading it with Playwright.');
  run(machine, machine.download);
  const downloaded = find();
  if (downloaded) return downloaded;
  const apt = machine.isRoot ? findProgram('apt-get', env) : null;
  if (!apt) throw new Error(NO_BROWSER);
  log('The download failed. Installing it as a Debian package.');
  run(machine, [apt, 'update', '-qq']);
  for (const name of DEBIAN_PACKAGES) {
    run(machine, [apt, 'install', '-y', '-qq', '--no-install-recommends', name]);
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(NO_BROWSER);
}

/** Runs a command to its end, however that is; its output goes to the terminal. */
function run({ env }: Machine, [program, ...args]: readonly [string, ...string[]]): void {
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: INSTALL_LIMIT_MS };
  spawnSync(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
}
