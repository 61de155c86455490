import { setTimeout as sleep } from 'node:timers/promises';
import { fillDisk } from '../faults/small-disk.ts';
import type { Random } from '../random/seeded-random.ts';
import type { FaultLog } from './fault-log.ts';
import type { FaultProxy, ProxyMode } from './fault-proxy.ts';
import type { Findings } from './findings.ts';
import type { ProductServer } from './product-server.ts';

const QUIET_MS = 6_000;
const PAUSE_MS = 30_000;
const DISK_MS = 15_000;
const BUCKET_MS = 30_000;
const DATABASE_MS = 10_000;
const RESTART_ATTEMPTS = 30;

export type Backends = {
  servers: ProductServer[];
  /** Null with a database in a file. */
  database: { proxy: FaultProxy; pause(): void; resume(): void; restart(): Promise<void> } | null;
  /** Null where uploads are kept on the disk. */
  bucket: { proxy: FaultProxy } | null;
};

type Director = {
  backends: Backends;
  faults: FaultLog;
  findings: Findings;
  random: Random;
  isOn(): boolean;
};

/** One fault after the other, sometimes two at once, in an order that the seed decides. All have ended when it resolves. */
export async function playFaults(director: Director): Promise<void> {
  const { random, findings, isOn } = director;
  const available = listFaults(director);
  while (isOn()) {
    await sleep(QUIET_MS / 2 + random.below(QUIET_MS));
    if (!isOn()) return;
    const first = random.pick(available);
    const second = random.oneIn(3) ? random.pick(available.filter(({ target }) => target !== first.target)) : null;
    const chosen = [first, ...(second ? [second] : [])];
    findings.note(chosen.map(({ name }) => name).join(' and '));
    await Promise.all(chosen.map(({ run }) => run()));
  }
}

type Fault = { name: string; target: string; run(): Promise<void> };

function listFaults({ backends: { servers, database, bucket }, faults, random, isOn, findings }: Director): Fault[] {
  /** A wait that ends with the run, so that a long fault doesn't outlast it. */
  const hold = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end && isOn();) await sleep(Math.min(200, end - Date.now()));
  };
  const during = async (begin: () => () => void, work: () => Promise<void>) => {
    const end = begin();
    try {
      await work();
    } finally {
      end();
    }
  };

  const ofServer = (server: ProductServer): Fault[] => {
    const target = server.name;
    const kill = (name: string, downMs: number): Fault => ({
      name,
      target,
      run: () =>
        during(
          () => faults.begin('kill', server.index),
          async () => {
            await server.end('SIGKILL');
            await hold(downMs);
            await startAgain(server, findings);
          },
        ),
    });
    return [
      kill(`${target} is killed`, 0),
      kill(`${target} is killed and stays away`, 5_000 + random.below(10_000)),
      {
        name: `${target} is paused for ${PAUSE_MS / 1000} s`,
        target,
        run: () =>
          during(
            () => faults.begin('pause', server.index),
            async () => {
              server.pause();
              await hold(PAUSE_MS);
              server.resume();
            },
          ),
      },
      ...(server.hasDisk
        ? [
            {
              name: `the disk of ${target} is full for ${DISK_MS / 1000} s`,
              target,
              run: () =>
                during(
                  () => faults.begin('disk', server.index),
                  async () => {
                    const free = fillDisk(server.dataDirectory);
                    await hold(DISK_MS);
                    free();
                  },
                ),
            },
          ]
        : []),
    ];
  };

  const ofProxy =
    (kind: 'bucket' | 'database', proxy: FaultProxy, ms: number) =>
    (mode: ProxyMode): Fault => ({
      name: `the ${kind} is ${mode} for ${ms / 1000} s`,
      target: kind,
      run: () =>
        during(
          () => faults.begin(kind),
          async () => {
            proxy.setMode(mode);
            await hold(ms);
            proxy.setMode('pass');
          },
        ),
    });

  return [
    ...servers.flatMap(ofServer),
    ...(bucket ? (['503', 'slow', 'throttle', 'cut'] as const).map(ofProxy('bucket', bucket.proxy, BUCKET_MS)) : []),
    ...(database
      ? [
          ...(['503', 'cut'] as const).map(ofProxy('database', database.proxy, DATABASE_MS)),
          {
            name: 'the database server is killed and started again',
            target: 'database',
            run: () => during(() => faults.begin('database'), database.restart),
          },
          {
            name: `the database server is paused for ${DATABASE_MS / 1000} s`,
            target: 'database',
            run: () =>
              during(
                () => faults.begin('database'),
                async () => {
                  database.pause();
                  await hold(DATABASE_MS);
                  database.resume();
                },
              ),
          },
        ]
      : []),
  ];
}

/** As a service manager does: again and again, since another fault may be on. */
async function startAgain(server: ProductServer, findings: Findings): Promise<void> {
  for (let attempt = 1; attempt <= RESTART_ATTEMPTS; attempt += 1) {
    if (await server.start()) return;
    findings.note(
      `${server.name} did not start, attempt ${attempt}: ${server.readLog().trim().split('\n').at(-1)?.slice(0, 300)}`,
    );
    await sleep(1_000);
  }
  findings.add(`${server.name} did not start again after a kill`);
}
