import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublishPhase } from '#api/publishing/publisher-options.ts';
import { createTestSite, type TestSite } from './test-site.ts';

export const CRASH_PHASES: readonly PublishPhase[] = ['claimed', 'rendered', 'committed', 'switched', 'verified'];

/**
 * Makes changes of the content and publishes them up to a phase. Returns a site with the files of that moment, as a killed
 * process leaves them; the given site is closed.
 */
export async function crashWhilePublishing(
  site: TestSite,
  phase: PublishPhase,
  makeChanges: () => Promise<void>,
): Promise<TestSite> {
  // All changes are written before the first of them is published.
  await site.publisher.stop();
  await makeChanges();
  let copy: string | undefined;
  const onPhase = (step: PublishPhase) => {
    if (step === phase) copy ??= copyDirectory(site.directory);
  };
  await site.restart({ onPhase });
  await site.publisher.whenIdle();
  // Nothing had to be published.
  const directory = copy ?? copyDirectory(site.directory);
  const now = site.clock.now();
  await site.close();
  const restarted = await createTestSite({}, async () => directory);
  restarted.clock.advance(now - restarted.clock.now());
  await restarted.publisher.start();
  return restarted;
}

/** At once: no other step runs in between. The index of the log is shared memory, which a start makes again. */
function copyDirectory(directory: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'data-'));
  cpSync(directory, copy, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  return copy;
}
