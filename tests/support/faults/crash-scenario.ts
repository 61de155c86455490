import { rm } from 'node:fs/promises';
import type { BrowserContext } from 'playwright';
import { launchBrowser } from '../browser/browser.ts';
import { copyCrashData, type CrashProcess, startCrashProcess } from './crash-process.ts';
import { type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import { findFreePort } from '../app/free-port.ts';
import { type ServerSession, signInAtServer } from '../app/server-sign-in.ts';

/** A server that can be killed, a network that can be disconnected, and an admin with a browser. */
export type CrashScenario = {
  readonly directory: string;
  readonly network: FlakyProxy;
  readonly admin: ServerSession;
  /** The running server, or the last one that ran. */
  server: CrashProcess;
  /** Opens a browser context in which the admin is signed in. */
  openContext(): Promise<BrowserContext>;
  /** Starts the server again after it was killed. */
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
  const scenario: CrashScenario = {
    directory,
    network,
    admin,
    server,
    async openContext() {
      const context = await browser.newContext({ baseURL: network.origin, reducedMotion: 'reduce' });
      await admin.signInContext(context);
      return context;
    },
    async restart() {
      scenario.server = await startCrashProcess(directory, port);
    },
    async close() {
      await browser.close();
      await network.close();
      scenario.server.child.kill('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
  return scenario;
}
