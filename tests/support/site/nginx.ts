import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx } from '../../../scripts/testing/ensure-nginx.ts';
import { startListeningProcess } from './listening-process.ts';

/** nginx with these rules in its http block; of its own it has only what a machine sets, such as folders. Resolves when it listens. */
export async function startNginx(rules: string, address: string): Promise<{ stop(): Promise<void> }> {
  const program = findNginx();
  if (program === null) throw new Error('This test needs nginx. Run node scripts/install-nginx.ts, or install it.');
  const work = await mkdtemp(join(tmpdir(), 'nginx-'));
  await writeFile(join(work, 'rules.conf'), rules);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(work, name)};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(work, 'main.conf'),
    `${user} daemon off; worker_processes 1; pid ${join(work, 'nginx.pid')}; error_log stderr;
events {} http { access_log off; ${temporary.join(' ')} include ${join(work, 'rules.conf')}; }`,
  );
  const args = ['-c', join(work, 'main.conf'), '-e', 'stderr'];
  const nginx = await startListeningProcess(program, args, { address });
  return {
    async stop() {
      await nginx.stop();
      await rm(work, { recursive: true, force: true });
    },
  };
}
