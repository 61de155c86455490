import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/** Names of Chromium on the PATH, as Debian, other systems and Google call it. The shell comes first: a page costs it a third of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

export type Environment = Record<string, string | undefined>;

/** Path of a program on the PATH, or null. */
export function findProgram(name: string, env: Environment): string | null {
  const directories = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return directories.map((directory) => join(directory, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a browser starts: a downloaded one lacks libraries on a bare machine. */
function canStart(path: string, env: Environment): boolean {
  return spawnSync(path, ['--version'], { env, timeout: 60_000, stdio: 'ignore' }).status === 0;
}

/**
 * Path of the first Chromium that starts: the one of `CHROMIUM_PATH` and no other, or one on the PATH, or Playwright's
 * own. Null when there is none.
 */
export function findBrowser(env: Environment = process.env, ownPath = chromium.executablePath()): string | null {
  const paths = env.CHROMIUM_PATH
    ? [env.CHROMIUM_PATH]
    : [...NAMES.flatMap((name) => findProgram(name, env) ?? []), ownPath];
  return paths.find((path) => isExecutable(path) && canStart(path, env)) ?? null;
}
