import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The path of nginx, or null when it is not installed. */
export function findNginx(): string | null {
  return ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path)) ?? null;
}

export const NO_NGINX =
  'A test of the export needs nginx, and none could be found or installed. Install it and run the command again.';

/** Answers the path of nginx; for root on Debian it installs the package. @throws Error with a sentence for the terminal. */
export function ensureNginx({ isRoot, log }: { isRoot: boolean; log: (line: string) => void }): string {
  const found = findNginx();
  if (found) return found;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) throw new Error(NO_NGINX);
  log('No nginx found. Installing it as a Debian package.');
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'inherit',
    timeout: 600_000,
  } as const;
  spawnSync('/usr/bin/apt-get', ['update', '-qq'], options);
  spawnSync('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], options);
  const installed = findNginx();
  if (!installed) throw new Error(NO_NGINX);
  return installed;
}
