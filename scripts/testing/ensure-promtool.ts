import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

const CACHE = join(PROJECT_ROOT, 'node_modules', '.cache', 'promtool');
const UNPACKED = join(CACHE, 'usr', 'bin', 'promtool');

export const NO_PROMTOOL =
  'promtool checks the alert rules, and none could be found. Install Prometheus (Debian: the package prometheus), or set PROMTOOL_PATH, and run the command again.';

/** The path of promtool, which comes with Prometheus, or null where this machine has none. */
export function findPromtool(): string | null {
  const places = [process.env.PROMTOOL_PATH ?? '', '/usr/bin/promtool', '/usr/local/bin/promtool', UNPACKED];
  return places.find((path) => path !== '' && existsSync(path)) ?? null;
}

/**
 * Answers the path of promtool. On Debian it is taken from the package without an installation, which would start Prometheus as a
 * service. @throws Error with a sentence for the terminal.
 */
export function ensurePromtool({ log }: { log: (line: string) => void }): string {
  const found = findPromtool();
  if (found) return found;
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) throw new Error(NO_PROMTOOL);
  log('No promtool found. Taking it from the Debian package prometheus.');
  mkdirSync(CACHE, { recursive: true });
  const scratch = mkdtempSync(join(CACHE, 'package-'));
  const options = { cwd: scratch, stdio: 'inherit', timeout: 300_000 } as const;
  spawnSync('/usr/bin/apt-get', ['-o', 'APT::Sandbox::User=root', 'download', '-qq', 'prometheus'], options);
  const file = readdirSync(scratch).find((name) => name.endsWith('.deb'));
  if (file) spawnSync('/usr/bin/dpkg-deb', ['-x', join(scratch, file), CACHE], options);
  rmSync(scratch, { recursive: true, force: true });
  const unpacked = findPromtool();
  if (!unpacked) throw new Error(NO_PROMTOOL);
  return unpacked;
}
