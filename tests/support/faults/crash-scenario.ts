import { rm } from 'node:fs/promises';
import type { BrowserContext } from 'playwright';
import { launchBrowser } from '../browser/browser.ts';
import { copyCrashData, type CrashProcess, startCrashProcess } from './crash-process.ts';
import { type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import { findFreePort } from '../app/free-port.ts';
import { type ServerSession, signInAtServer } from '../app/server-sign-in.ts';

/** A server that may die, a network that may be cut, and an admin with a browser. */
export type CrashScenario = {
  readonly directory: string;
  readonly network: FlakyProxy;
  readonly admin: ServerSession;
  /** The server that runs now, or ran last. */
  server: CrashProcess;
  /** Tabs of one browser in which the admin is signed in. */
  openContext(): Promise<BrowserContext>;
  /** Starts the server again, after it died. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export async function createCrashScenario(): Promise<CrashScenario> {
  const directory = await copyCrashData();
  const port = await findFreePort();
  const server = await startCrashProcess(directory, port);
  const network = await startFlakyProxy(port);
  const browser = await launchBrowser();
  const admin = await signInAtServer(network.origin, directory);
  const world: CrashScenario = {
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
      world.server = await startCrashProcess(directory, port);
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
