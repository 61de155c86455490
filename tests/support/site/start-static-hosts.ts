import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { ExportHost } from '#api/site/export-rules.ts';
import { findNginx } from '../../../scripts/testing/ensure-nginx.ts';
import { findFreePort } from '../app/free-port.ts';
import { createCloudflareHost, createNetlifyHost, type StaticHost } from './static-hosts.ts';

/** Serves the exports in these directories as their hosts do: nginx by itself, the others by their documented rules. */
export async function startStaticHosts(
  directories: Record<ExportHost, string>,
): Promise<{ hosts: Record<ExportHost, StaticHost>; stop: () => Promise<void> }> {
  const work = await mkdtemp(join(tmpdir(), 'static-hosts-'));
  const nginx = await startNginx(directories.nginx, work);
  return {
    hosts: {
      netlify: createNetlifyHost(directories.netlify),
      cloudflare: await createCloudflareHost(directories.cloudflare),
      nginx: nginx.host,
    },
    async stop() {
      nginx.child.kill('SIGQUIT');
      await once(nginx.child, 'exit');
      await rm(work, { recursive: true, force: true });
    },
  };
}

/** nginx with the exported file in its http block; only what a machine has of its own is set: port and folders. */
async function startNginx(directory: string, work: string): Promise<{ host: StaticHost; child: ChildProcess }> {
  const program = findNginx();
  if (program === null) throw new Error('This test needs nginx. Run node scripts/install-nginx.ts, or install it.');
  const port = await findFreePort();
  const rules = (await readFile(join(directory, 'nginx.conf'), 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('root /var/www/site;', `root ${join(directory, 'site')};`);
  await writeFile(join(work, 'site.conf'), rules);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(work, `nginx-${name}`)};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(work, 'main.conf'),
    `${user} daemon off; worker_processes 1; pid ${join(work, 'nginx.pid')}; error_log stderr;
events {} http { access_log off; ${temporary.join(' ')} include ${join(work, 'site.conf')}; }`,
  );
  const child = spawn(program, ['-c', join(work, 'main.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(errors);
      await fetch(address);
    },
    { timeout: 10_000 },
  );
  return { host: (path, init) => fetch(address + path, { ...init, redirect: 'manual' }), child };
}
