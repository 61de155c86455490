import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Global setup of every run: temporary files of the workers, of their templates and of what they start go into one
 * directory. It is removed when the process exits: Vitest's own teardown comes before the workers have ended.
 */
export default function createRunDirectory(): void {
  const directory = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env.TMPDIR = directory;
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
}
