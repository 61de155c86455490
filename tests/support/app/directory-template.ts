import { constants } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A directory that is prepared once per test worker. Each call of the result makes a copy of it and returns its path.
 * Test workers share modules (`isolate: false`), so the template outlives a test file; it goes with the run's TMPDIR.
 */
export function createDirectoryTemplate(prepare: (directory: string) => Promise<void>): () => Promise<string> {
  let template: Promise<string> | undefined;

  async function prepareTemplate(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'template-'));
    await prepare(directory);
    return directory;
  }

  return async () => {
    template ??= prepareTemplate();
    try {
      const copy = await mkdtemp(join(tmpdir(), 'data-'));
      await cp(await template, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
      return copy;
    } catch (error) {
      // A retry prepares it again.
      template = undefined;
      throw error;
    }
  };
}
