import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportHost } from '#api/site/export-rules.ts';
import { findFreePort } from '../app/free-port.ts';
import { startNginx } from './nginx.ts';
import { createCloudflareHost, createNetlifyHost, type StaticHost } from './static-hosts.ts';

/** Serves the exports in these directories as their hosts do: nginx by itself, the others by their documented rules. */
export async function startStaticHosts(
  directories: Record<ExportHost, string>,
): Promise<{ hosts: Record<ExportHost, StaticHost>; stop: () => Promise<void> }> {
  const nginx = await startExportedNginx(directories.nginx);
  return {
    hosts: {
      netlify: createNetlifyHost(directories.netlify),
      cloudflare: await createCloudflareHost(directories.cloudflare),
      nginx: nginx.host,
    },
    stop: nginx.stop,
  };
}

/** nginx with the exported file in its http block; only what a machine has of its own is set: port and folder. */
async function startExportedNginx(directory: string) {
  const port = await findFreePort();
  const rules = (await readFile(join(directory, 'nginx.conf'), 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('root /var/www/site;', `root ${join(directory, 'site')};`);
  const address = `http://127.0.0.1:${port}`;
  const { stop } = await startNginx(rules, address);
  const host: StaticHost = (path, init) => fetch(address + path, { ...init, redirect: 'manual' });
  return { host, stop };
}
