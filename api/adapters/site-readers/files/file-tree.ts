import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { Unzip, UnzipInflate } from 'fflate';
import { UnreadableImportError } from '#api/adapters/site-readers/records.ts';
import { KEPT_EXTENSIONS } from './file-kinds.ts';

/** A file of a folder or zip, by its path there, with slashes. `path` is where it is on the disk. */
export type TreeFile = {
  name: string;
  path: string;
  readText(): Promise<string>;
  /** Its bytes, for one that is too large for memory. */
  open(): AsyncIterable<Buffer>;
};

const FILES_MAX = 50_000;
const FILE_MAX_BYTES = 200 * 1024 * 1024;
/** Of all files of a zip together, as they are unpacked. */
const TOTAL_MAX_BYTES = 4 * 1024 ** 3;
/** Unpacked bytes for each of the zip: texts are packed to a tenth, and only a trap to less than a hundredth. */
const RATIO_MAX = 100;
/** A small zip may be of one repeated line. */
const RATIO_FREE_BYTES = 32 * 1024 * 1024;
/** Packed bytes that are unpacked at once: they can become a thousand times as many, and fflate calls itself for each file in them. */
const PART_BYTES = 16 * 1024;
/** What is neither a text nor kept as an image or file isn’t unpacked. */
const WANTED = new RegExp(`\\.(json|md|mdx|markdown|jpe?g|png|gif|webp|avif|svg|${KEPT_EXTENSIONS.join('|')})$`, 'i');
const IGNORED = /(^|\/)(node_modules|__MACOSX|\.git|\.DS_Store|_site|dist)(\/|$)/;

const createFile = (name: string, path: string): TreeFile => ({
  name,
  path,
  readText: () => readFile(path, 'utf8'),
  open: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
});

/** The files of what was given: one file, the files of a folder, or those of a zip, unpacked into `directory`. @throws UnreadableImportError */
export async function openFileTree(given: { path: string; name: string }, directory: string): Promise<TreeFile[]> {
  if ((await stat(given.path)).isDirectory()) return listFolder(given.path);
  if (await isZip(given.path)) return unzip(given, directory);
  return [createFile(given.name, given.path)];
}

async function isZip(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 3 }))
    return (chunk as Buffer).subarray(0, 2).toString('latin1') === 'PK';
  return false;
}

async function listFolder(root: string): Promise<TreeFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path).split(sep).join('/');
    return entry.isFile() && WANTED.test(name) && !IGNORED.test(name) ? [createFile(name, path)] : [];
  });
  if (files.length > FILES_MAX) throw new UnreadableImportError('This folder has more than 50,000 files.');
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Names in a zip are never names on the disk. */
async function unzip({ path, name: zipName }: { path: string; name: string }, directory: string): Promise<TreeFile[]> {
  await mkdir(directory, { recursive: true });
  const { size } = await stat(path);
  const totalMax = Math.min(TOTAL_MAX_BYTES, Math.max(RATIO_FREE_BYTES, size * RATIO_MAX));
  const files: TreeFile[] = [];
  const ready: { name: string; bytes: Buffer }[] = [];
  const state: { fault: string | null; total: number; open: number } = { fault: null, total: 0, open: 0 };
  const damaged = `‘${zipName}’ is damaged. Export it again, and choose the new file.`;
  const unpacker = new Unzip((entry) => {
    if (!WANTED.test(entry.name) || IGNORED.test(entry.name)) return;
    const chunks: Buffer[] = [];
    let bytes = 0;
    state.open += 1;
    entry.ondata = (error, data, isLast) => {
      if (error) state.fault = damaged;
      bytes += data?.length ?? 0;
      state.total += data?.length ?? 0;
      if (bytes > FILE_MAX_BYTES || state.total > totalMax)
        state.fault = `‘${zipName}’ is too large when it is unpacked.`;
      if (state.fault) {
        entry.terminate();
        return;
      }
      chunks.push(Buffer.from(data));
      if (!isLast) return;
      state.open -= 1;
      ready.push({ name: entry.name, bytes: Buffer.concat(chunks) });
    };
    entry.start();
  });
  unpacker.register(UnzipInflate);
  const save = async () => {
    for (const { name, bytes } of ready.splice(0)) {
      const target = join(
        directory,
        `${createHash('sha256').update(name).digest('hex')}${extname(name).toLowerCase()}`,
      );
      await writeFile(target, bytes);
      files.push(createFile(name, target));
    }
    if (files.length > FILES_MAX) state.fault = `‘${zipName}’ has more than 50,000 files.`;
    if (state.fault) throw new UnreadableImportError(state.fault);
  };
  try {
    let seen: Buffer = Buffer.alloc(0);
    for await (const chunk of createReadStream(path, { highWaterMark: PART_BYTES })) {
      const part = Buffer.concat([seen, chunk as Buffer]);
      if (hasEndlessEntry(part)) throw new UnreadableImportError(`‘${zipName}’ is too large when it is unpacked.`);
      seen = part.subarray(Math.max(0, part.length - HEAD_LENGTH + 1));
      unpacker.push(chunk as Buffer);
      await save();
    }
    unpacker.push(new Uint8Array(0), true);
  } catch (error) {
    if (
      error instanceof UnreadableImportError ||
      (error instanceof Error && 'code' in error && typeof error.code === 'string')
    )
      throw error;
    throw new UnreadableImportError(damaged);
  }
  await save();
  if (state.open > 0) throw new UnreadableImportError(damaged);
  return stripRoot(files).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Of the head of an entry, up to its size. */
const HEAD_LENGTH = 22;
const HEAD = Buffer.from('PK\u0003\u0004', 'latin1');

/** An entry that says it is 4 GB or more: where its real size is missing, the library would search for it for ever. */
function hasEndlessEntry(part: Buffer): boolean {
  for (let at = part.indexOf(HEAD); at !== -1 && at + HEAD_LENGTH <= part.length; at = part.indexOf(HEAD, at + 1))
    if (part.readUInt32LE(at + 18) === 0xffffffff && (part.readUInt16LE(at + 6) & 8) === 0) return true;
  return false;
}

/** Many zips have one folder with everything in it. */
function stripRoot(files: TreeFile[]): TreeFile[] {
  const [root = ''] = files[0]?.name.split('/') ?? [];
  const isShared = root !== '' && files.every(({ name }) => name.startsWith(`${root}/`));
  const isContent = /^(_posts|_drafts|content|posts|src|pages)$/.test(root);
  return isShared && !isContent ? files.map((file) => ({ ...file, name: file.name.slice(root.length + 1) })) : files;
}

export const IMAGE_FILE = /\.(jpe?g|png|gif|webp|avif|svg)$/i;
export const getFileName = (path: string): string => basename(path);
