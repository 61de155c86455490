import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { launchBrowser } from '../browser/browser.ts';
import { type Crashing, startCrashing } from './crash-process.ts';
import { type FlakyNetwork, startFlakyNetwork } from './flaky-proxy.ts';
import { freePort } from '../app/free-port.ts';
import { type SignedIn, signInAtServer } from '../app/server-sign-in.ts';

/** A server that may die, a network that may be cut, and an admin with a browser. */
export type CrashingWorld = {
  readonly directory: string;
  readonly network: FlakyNetwork;
  readonly admin: SignedIn;
  /** The server that runs now, or ran last. */
  server: Crashing;
  /** Tabs of one browser in which the admin is signed in. */
  openContext(): Promise<BrowserContext>;
  /** Starts the server again, after it died. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export async function createCrashingWorld(name: string): Promise<CrashingWorld> {
  const directory = await mkdtemp(join(tmpdir(), `site-${name}-`));
  const port = await freePort();
  const server = await startCrashing(directory, port);
  const network = await startFlakyNetwork(port);
  const browser = await launchBrowser();
  const admin = await signInAtServer(network.origin, directory);
  const world: CrashingWorld = {
    directory,
    network,
    admin,
    server,
    async openContext() {
      const context = await browser.newContext({ baseURL: network.origin, reducedMotion: 'reduce' });
      await admin.enter(context);
      return context;
    },
    async restart() {
      world.server = await startCrashing(directory, port);
    },
    async close() {
      await browser.close();
      await network.close();
      world.server.child.kill('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
  return world;
}
