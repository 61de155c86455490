import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findFreePort } from '../app/free-port.ts';
import { startListeningProcess } from './listening-process.ts';
import { startNginx } from './nginx.ts';

export type RunningProxy = { port: number; stop(): Promise<void> };

/** Starts a proxy with the files of deploy/ before the servers on these ports. */
type ProxyStart = (ports: number[]) => Promise<RunningProxy>;

const deployed = (file: string) => readFileSync(join(PROJECT_ROOT, 'deploy', file), 'utf8');

/** As the files say, without TLS: addresses and certificate are those of a machine. */
const startNginxProxy: ProxyStart = async (ports) => {
  const port = await findFreePort();
  const upstream = deployed(ports.length === 1 ? 'nginx/one-server.conf' : 'nginx/several-servers.conf');
  let count = 0;
  const servers = upstream.replace(/server [\d.]+:\d+/g, () => `server 127.0.0.1:${ports[count++ % ports.length]}`);
  const site = deployed('nginx/site.conf')
    .replace(/^server \{.*?^\}\n/ms, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *(listen \[::\]|ssl_certificate).*\n/gm, '');
  return { port, ...(await startNginx(`${servers}\n${site}`, `http://127.0.0.1:${port}`)) };
};

/** Caddy is tested where a machine has it. */
function findCaddy(): string | null {
  const places = [process.env.CADDY_PATH ?? '', '/usr/bin/caddy', '/usr/local/bin/caddy'];
  return places.find((path) => path !== '' && existsSync(path)) ?? null;
}

const startCaddyProxy: ProxyStart = async (ports) => {
  const port = await findFreePort();
  const work = await mkdtemp(join(tmpdir(), 'caddy-'));
  const file = join(PROJECT_ROOT, 'deploy/caddy', ports.length === 1 ? 'Caddyfile' : 'Caddyfile.several');
  const upstreams = ports.map((each) => `127.0.0.1:${each}`).join(' ');
  await writeFile(join(work, 'Caddyfile'), `{\n\tadmin off\n}\nimport ${file}\n`);
  const caddy = await startListeningProcess(
    findCaddy() ?? '',
    ['run', '--config', join(work, 'Caddyfile'), '--adapter', 'caddyfile'],
    {
      address: `http://127.0.0.1:${port}`,
      env: {
        HOME: work,
        SITE_ADDRESS: `http://:${port}`,
        SITE_UPSTREAM: upstreams,
        SITE_UPSTREAMS: upstreams,
      },
    },
  );
  return {
    port,
    async stop() {
      await caddy.stop();
      await rm(work, { recursive: true, force: true });
    },
  };
};

/** Those of deploy/, and whether this machine has the program. nginx belongs to every run. */
export const proxies: { name: string; start: ProxyStart; isMissing: boolean }[] = [
  { name: 'nginx', start: startNginxProxy, isMissing: false },
  { name: 'Caddy', start: startCaddyProxy, isMissing: findCaddy() === null },
];
