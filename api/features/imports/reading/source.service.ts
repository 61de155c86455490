import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { openFileTree } from '#api/adapters/site-readers/files/file-tree.ts';
import type { ImportRecord } from '#api/adapters/site-readers/records.ts';
import type { TextSource } from '#api/adapters/site-readers/wordpress/wxr-items.ts';
import type { ImportRow } from '#api/features/imports/imports.queries.ts';

/** The records of the files of an import; `directory` is for what is unpacked. Each reader is loaded where it is used. */
export async function* readImport(row: ImportRow, directory: string): AsyncGenerator<ImportRecord> {
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
