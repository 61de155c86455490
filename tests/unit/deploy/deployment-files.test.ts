import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { shellPages } from '#api/domain/shell-pages.ts';
import { settingNames } from '#api/env.ts';
import { VIDEO_MAX_BYTES } from '#api/features/uploads/uploads.contract.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { readStartCommand } from '../../support/start-command.ts';

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8');
const { dependencies, scripts } = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
};

/** Names in these files that are no settings of the server. */
const OTHER_NAMES = [
  ...['MALLOC_ARENA_MAX', 'SITE_ADDRESS', 'SITE_UPSTREAM', 'SITE_UPSTREAMS'],
  ...['SQLD_DB_PATH', 'SQLD_HTTP_LISTEN_ADDR', 'SQLD_AUTH_JWT_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  'SQLD_ENABLE_BOTTOMLESS_REPLICATION',
  ...['ENDPOINT', 'BUCKET', 'DATABASE_ID', 'BATCH_INTERVAL_SECS'].map((name) => `LIBSQL_BOTTOMLESS_${name}`),
  ...['DEFAULT_REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => `LIBSQL_BOTTOMLESS_AWS_${name}`),
];

describe('the image', () => {
  const dockerfile = read('deploy/docker/Dockerfile');

  it('starts the server as npm start does, without npm or a shell between', () => {
    const { args, env } = readStartCommand('/app');
    const [node, ...words] = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    expect([node, ...words.map((word) => (word.startsWith('--') ? word : `/app/${word}`))]).toEqual(['node', ...args]);
    for (const [name, value] of Object.entries(env)) expect(dockerfile).toContain(`${name}=${value}`);
  });

  it('has the Node of package.json in both stages', () => {
    const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
    expect(versions).toEqual([dependencies.node, dependencies.node]);
  });

  it('sets nothing that the server doesn’t read', () => {
    const names = [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !settingNames.includes(name))).toEqual(['MALLOC_ARENA_MAX']);
  });
});

describe.each(['compose.yaml', 'compose.several.yaml'])('%s', (file) => {
  const compose = read(`deploy/docker/${file}`);

  it('sets nothing that no program reads', () => {
    const names = [...compose.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !settingNames.includes(name) && !OTHER_NAMES.includes(name))).toEqual([]);
  });

  it('has no secret: each comes from .env, where create-secrets.ts writes it', () => {
    const secrets = [...compose.matchAll(/^ +\w*(?:SECRET|TOKEN|KEY)\w*: (.+)$/gm)].map(([, value = '']) => value);
    const lines = execFileSync(process.execPath, [join(PROJECT_ROOT, 'deploy/docker/create-secrets.ts')]).toString();
    const written = [...lines.matchAll(/^(\w+)=\S{20,}$/gm)].map(([, name = '']) => name);
    expect(written.filter((name) => !settingNames.includes(name))).toEqual(['SQLD_AUTH_JWT_KEY']);
    for (const value of secrets) {
      const name = /^\$\{(\w+):\?.+\}$/.exec(value)?.[1];
      expect(written).toContain(name);
    }
  });
});

type Probe = { httpGet: { path: string; port: string }; failureThreshold?: number };
type Container = Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe> & {
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  volumeMounts: { mountPath: string }[];
  securityContext: object;
};
type Manifest = { kind: string; spec: { replicas?: number; template?: { spec: PodSpec } } };
type PodSpec = { containers: Container[]; terminationGracePeriodSeconds: number };

describe.each([
  ['one-server.yaml', 'StatefulSet', '/api/live', 1],
  ['several-servers.yaml', 'Deployment', '/api/ready', 2],
] as const)('The manifest %s', (file, kind, startPath, replicas) => {
  const manifests = parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS() as Manifest);
  const { spec } = manifests.find((manifest) => manifest.kind === kind) as Manifest;
  const pod = spec.template?.spec as PodSpec;
  const [container] = pod.containers as [Container];

  it('asks /api/live whether a server may go on, and says when an update may', () => {
    expect(container.startupProbe.httpGet.path).toBe(startPath);
    for (const probe of [container.readinessProbe, container.livenessProbe])
      expect(probe.httpGet).toEqual({ path: '/api/live', port: 'http' });
  });

  it('runs as many servers as may open the data, with the port, user and folders of the image', () => {
    expect(spec.replicas).toBe(replicas);
    const dockerfile = read('deploy/docker/Dockerfile');
    expect(dockerfile).toContain(`PORT=${container.ports[0]?.containerPort} `);
    expect(dockerfile).toContain('USER node');
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect(pod.terminationGracePeriodSeconds).toBe(30);
  });

  it('sets nothing that the server doesn’t read', () => {
    const names = container.env.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  });
});

it('Fly.io runs one machine that never sleeps, with the settings and the check of the server', () => {
  const file = parseToml(read('deploy/fly/fly.toml')) as {
    kill_timeout: number;
    env: Record<string, string>;
    mounts: { destination: string }[];
    http_service: { internal_port: number; auto_stop_machines: string; checks: { path: string }[] };
  };
  expect(file).toMatchObject({ kill_timeout: 30, mounts: [{ destination: '/data' }] });
  expect(file.http_service).toMatchObject({ internal_port: 4321, auto_stop_machines: 'off' });
  expect(file.http_service.checks.map(({ path }) => path)).toEqual(['/api/live']);
  expect(Object.keys(file.env).filter((name) => !settingNames.includes(name))).toEqual([]);
});

it('Render runs one server with a disk, and asks for the settings that production needs', () => {
  const { services } = parse(read('deploy/render/render.yaml')) as {
    services: { numInstances: number; healthCheckPath: string; disk: object; envVars: { key: string }[] }[];
  };
  const [service] = services;
  expect(service).toMatchObject({ numInstances: 1, healthCheckPath: '/api/live', disk: { mountPath: '/data' } });
  const names = service?.envVars.map(({ key }) => key) ?? [];
  expect(names).toEqual(expect.arrayContaining(['SITE_URL', 'APP_SECRET', 'SMTP_URL', 'ADMIN_EMAILS']));
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
});

it('nginx takes the largest video with the form around it', () => {
  const [, megabytes] =
    /location = \/api\/uploads \{\s+client_max_body_size (\d+)m;/.exec(read('deploy/nginx/site.conf')) ?? [];
  const room = Number(megabytes) * 1024 ** 2 - VIDEO_MAX_BYTES;
  expect(room).toBeGreaterThanOrEqual(64 * 1024);
  expect(room).toBeLessThanOrEqual(2 * 1024 ** 2);
});

describe('the guides', () => {
  const guides = [
    'deploying.md',
    'cdn.md',
    'upgrading.md',
    ...readdirSync(join(PROJECT_ROOT, 'docs/deploying')).map((name) => `deploying/${name}`),
  ];

  it.each(guides)('docs/%s names only settings that a program reads', (guide) => {
    const receiver = read('deploy/cdn/purge-receiver.ts');
    const names = [...read(`docs/${guide}`).matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b/g)].map(([name]) => name);
    const isKnown = (name: string) => [...settingNames, ...OTHER_NAMES].includes(name) || receiver.includes(name);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });

  it.each(guides)('docs/%s names only commands and files that there are', (guide) => {
    const guideText = read(`docs/${guide}`);
    const commands = [...guideText.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = [...guideText.matchAll(/\bdeploy\/[\w./-]*\w/g)].map(([name]) => name);
    for (const file of files) expect(() => readdirSync(join(PROJECT_ROOT, file)), file).not.toThrow(/ENOENT/);
    const folder = join('docs', guide, '..');
    const links = [...guideText.matchAll(/\]\(([^)#]+\.md)/g)].map(([, name = '']) => name);
    for (const link of links) expect(() => read(join(folder, link)), link).not.toThrow();
  });
});

it('the guide to a CDN keeps out of it what a purge of one page doesn’t reach: screens with an id in their address', () => {
  const guide = read('docs/cdn.md');
  const prefixes = shellPages.map(({ rule }) => rule.slice(0, rule.indexOf('/', 1) + 1));
  expect(prefixes).toContain('/edit-blog/');
  for (const prefix of prefixes) expect(guide.split(`${prefix}*\``).length, prefix).toBeGreaterThan(2);
});
