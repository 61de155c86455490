import type { Browser } from 'playwright';
import { test } from 'vitest';
import { launchBrowser } from './browser.ts';

/** Tabs of tests live for seconds: compiling the best code costs them more than it saves. */
const FLAGS = ['--js-flags=--no-turbofan'];

let launched: Promise<Browser> | undefined;

/** The browser that the test files of one worker share; a test opens a context of its own in it. */
export async function getWorkerBrowser(): Promise<Browser> {
  const running = await getRunning();
  if (!running?.isConnected()) launched = launchBrowser(FLAGS);
  return launched as Promise<Browser>;
}

/** Null before the first launch, and after one that failed. */
const getRunning = async () => (await launched?.catch(() => null)) ?? null;

/** Vitest cleans up a fixture of this scope when the worker ends. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the needed fixtures from the pattern
const browserTest = test.extend('closeBrowser', { scope: 'worker' }, ({}, { onCleanup }) => {
  onCleanup(async () => (await getRunning())?.close());
  return true;
});

/** A setup file calls this for each test file: without a user the fixture is not cleaned up. */
export const closeBrowserWithWorker = () => browserTest.beforeAll(({ closeBrowser }) => void closeBrowser);
