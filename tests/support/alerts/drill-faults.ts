import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDisk, mountSmallDisk } from '../faults/small-disk.ts';
import type { LoggedServer } from '../faults/logged-server.ts';
import type { SharedTestSite } from '../machines/shared-site.ts';
import type { createDrillControl } from './drill-control.ts';

const DISK_MB = 64;
const SETTLE_MS = 3_000;
const HOUR_MS = 3_600_000;

/** The site of one fault, which is its own. */
export type DrillStage = {
  site: SharedTestSite;
  server: LoggedServer;
  control: ReturnType<typeof createDrillControl>;
  /** Session of an admin. */
  token: string;
};

export type DrillFault = {
  name: string;
  /** The rule of deploy/prometheus that must fire. */
  alert: string;
  /** A sentence of the email; null where none can arrive, or the server can't know of the fault. */
  email: RegExp | null;
  /** The `alert` that is posted; null where the server can't know of the fault. */
  post: string | null;
  /** Before the server starts; false where this machine can't make the fault. */
  prepare?: (dataDirectory: string, onEnd: (end: () => void) => void) => boolean;
  make(stage: DrillStage): Promise<void>;
  /** The clock is set forward again and again, so that no one waits for minutes. */
  isHurried: boolean;
};

const kill = (engine: { stop(signal: NodeJS.Signals): Promise<unknown> }) => engine.stop('SIGKILL');

export const drillFaults: DrillFault[] = [
  {
    name: 'the database server is gone',
    alert: 'DatabaseDown',
    email: /The database can’t be reached/,
    post: 'database',
    make: async ({ site }) => void (await kill(site.database)),
    isHurried: true,
  },
  {
    name: 'requests fail',
    alert: 'RequestsFail',
    email: /The database can’t be reached/,
    post: 'database',
    async make({ site, server }) {
      await kill(site.database);
      for (let n = 0; n < 40; n += 1) await server.call('GET', '/api/blogs/published').catch(() => null);
    },
    isHurried: true,
  },
  {
    name: 'the bucket is gone',
    alert: 'PartDown',
    email: null,
    post: 'uploads',
    make: async ({ site }) => void (await kill(site.bucket)),
    isHurried: true,
  },
  {
    name: 'pages can’t be read',
    alert: 'PagesFail',
    email: /Pages can’t be read/,
    post: 'pages',
    async make({ site }) {
      await kill(site.bucket);
      rmSync(join(site.directory, 'a', 'site', 'objects'), { recursive: true, force: true });
    },
    isHurried: true,
  },
  {
    name: 'the disk is full',
    alert: 'DiskFull',
    email: /The disk is full/,
    post: 'disk_full',
    prepare(dataDirectory, onEnd) {
      const disk = mountSmallDisk(dataDirectory, DISK_MB);
      if (disk) onEnd(disk.unmount);
      return disk !== null;
    },
    async make({ site }) {
      fillDisk(join(site.directory, 'a'));
      // Space that the server frees meanwhile is filled, too.
      await sleep(SETTLE_MS);
      fillDisk(join(site.directory, 'a'));
    },
    isHurried: true,
  },
  {
    name: 'the mail server refuses',
    alert: 'PartDown',
    email: null,
    post: 'mail',
    async make({ site, server, token }) {
      const id = await signUpReader({ site, server });
      await site.smtp.setMode('421');
      // This email waits for days: a code to sign in would expire before the alert, as the clock is set forward.
      const { status } = await server.call('PUT', `/api/admin/users/${id}/role`, { role: 'author' }, token);
      if (status !== 200) throw new Error(`Changing a role: ${status}`);
    },
    isHurried: true,
  },
  {
    name: 'the newest backup is old',
    alert: 'BackupOld',
    email: /There’s no proven backup/,
    post: 'backups',
    async make({ site, server, control, token }) {
      await server.call('POST', '/api/admin/system/backups', {}, token);
      const readList = async () => {
        const { body } = await server.call('GET', '/api/admin/system', undefined, token);
        return (body as unknown as { backups: { list: unknown[] } }).backups.list;
      };
      await server.waitUntil(async () => (await readList()).length > 0);
      await kill(site.bucket);
      control.advanceClock(3.2 * HOUR_MS);
    },
    isHurried: true,
  },
  {
    name: 'the event loop is held for 2 s',
    alert: 'LoopHeld',
    email: null,
    post: null,
    make: async ({ control }) => control.holdLoop(2_000),
    isHurried: false,
  },
  {
    name: 'the clock is five minutes ahead',
    alert: 'ClockWrong',
    email: null,
    post: null,
    make: async ({ control }) => control.advanceClock(300_000),
    isHurried: false,
  },
  {
    name: 'the server has ended',
    alert: 'ServerDown',
    email: null,
    post: null,
    make: async ({ server }) => void (await server.stop('SIGKILL')),
    isHurried: false,
  },
];

async function signUpReader({ site, server }: Pick<DrillStage, 'site' | 'server'>): Promise<number> {
  const email = 'reader@example.com';
  const name = { firstName: 'Rea', lastName: 'Der' };
  await server.call('POST', '/api/auth/email/start', { email, ...name });
  const findCode = () =>
    site.smtp.received
      .filter(({ to }) => to.includes(email))
      .map(({ parsed }) => /\b(\d{6})\b/.exec(`${parsed.subject} ${parsed.text}`)?.[1])
      .findLast((code) => code !== undefined);
  await server.waitUntil(() => findCode() !== undefined);
  const { status, body } = await server.call('POST', '/api/auth/email/verify', { email, code: findCode() });
  if (status !== 200) throw new Error(`Sign-up: ${status}`);
  return (body as unknown as { user: { id: number } }).user.id;
}
