import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { ImportSource } from '#api/domain/imports.ts';
import { openFileTree } from './files/file-tree.ts';
import { type ImportRecord, type ReadEach, UnreadableImportError } from './records.ts';
import type { TextSource } from './wordpress/wxr-items.ts';

type GivenFile = { path: string; name: string };

/** The files of a site as they were given. `directory` is for what is unpacked; `zone`: of the times in the files that don’t name one. */
export type SiteFiles = { source: ImportSource; files: readonly GivenFile[]; zone: string; directory: string };

/** The records of a site. @throws UnreadableImportError */
export async function* readSite(site: SiteFiles, readEach: ReadEach): AsyncGenerator<ImportRecord> {
  try {
    yield* readSource(site, readEach);
  } catch (error) {
    // A file that no reader expects would be tried again for ever.
    if (!(error instanceof TypeError || error instanceof RangeError || error instanceof URIError)) throw error;
    const message = `‘${site.files[0]?.name ?? ''}’ is damaged: something in it isn’t as an export has it. Export it again, and choose the new file.`;
    throw new UnreadableImportError(message, { cause: error });
  }
}

/** Each reader is loaded where it is used. */
async function* readSource(
  { source, files, zone, directory }: SiteFiles,
  readEach: ReadEach,
): AsyncGenerator<ImportRecord> {
  if (source === 'wordpress') {
    const { readWordPress } = await import('./wordpress/wordpress.ts');
    yield* readWordPress(files.map(toTextSource), { zone }, readEach);
    return;
  }
  const [file] = files;
  if (!file) return;
  const tree = await openFileTree(file, join(directory, 'unpacked'));
  if (source === 'ghost') {
    const { readGhost } = await import('./ghost/ghost.ts');
    yield* readGhost(tree, readEach);
  } else {
    const { readMarkdown } = await import('./markdown/markdown.ts');
    yield* readMarkdown(tree, { zone, name: file.name }, readEach);
  }
}

const toTextSource = ({ path, name }: GivenFile): TextSource => ({
  name,
  open: () => createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 }),
});
