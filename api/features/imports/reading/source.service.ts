import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { openFileTree } from '#api/adapters/site-readers/files/file-tree.ts';
import { type ImportRecord, UnreadableImportError } from '#api/adapters/site-readers/records.ts';
import type { TextSource } from '#api/adapters/site-readers/wordpress/wxr-items.ts';
import type { ImportRow } from '#api/features/imports/imports.queries.ts';

/** The records of the files of an import; `directory` is for what is unpacked. @throws UnreadableImportError */
export async function* readImport(row: ImportRow, directory: string): AsyncGenerator<ImportRecord> {
  try {
    yield* readSource(row, directory);
  } catch (error) {
    // A file that no reader expects would be tried again for ever.
    if (!(error instanceof TypeError || error instanceof RangeError || error instanceof URIError)) throw error;
    const message = `‘${row.files[0]?.name ?? ''}’ is damaged: something in it isn’t as an export has it. Export it again, and choose the new file.`;
    throw new UnreadableImportError(message, { cause: error });
  }
}

/** Each reader is loaded where it is used. */
async function* readSource(row: ImportRow, directory: string): AsyncGenerator<ImportRecord> {
  const { source, files, options } = row;
  if (source === 'wordpress') {
    const { readWordPress } = await import('#api/adapters/site-readers/wordpress/wordpress.ts');
    yield* readWordPress(files.map(toTextSource), options);
    return;
  }
  const [file] = files;
  if (!file) return;
  const tree = await openFileTree(file, join(directory, 'unpacked'));
  if (source === 'ghost') {
    const { readGhost } = await import('#api/adapters/site-readers/ghost/ghost.ts');
    yield* readGhost(tree);
  } else {
    const { readMarkdown } = await import('#api/adapters/site-readers/markdown/markdown.ts');
    yield* readMarkdown(tree, { zone: options.zone, name: file.name });
  }
}

const toTextSource = ({ path, name }: ImportRow['files'][number]): TextSource => ({
  name,
  open: () => createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 }),
});
