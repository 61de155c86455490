import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '#api/adapters/file-store.ts';
import { resolveCsp, getCacheControl, createSecurityHeaders, needsStrictReferrer } from '#api/http/security-headers.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

export type ExportResult = { directory: string; files: number; redirects: number };

/** The page of all withdrawn works: it is the same for each of them. */
const WITHDRAWN_FILE = '410.html';
const UPLOAD = /\/uploads\/([\w.-]+)/g;

/**
 * Writes a release as plain files with `_headers` and `_redirects`, as static hosts read them, with the pictures and
 * videos that its pages name. The directory must be new or empty. Addresses below /api need the server.
 * @throws when the directory holds something.
 */
export async function exportStaticSite(source: {
  entries: readonly ReleaseEntry[];
  store: ObjectStore;
  /** The storage of uploads. */
  files: FileStore;
  directory: string;
  siteUrl: string;
}): Promise<ExportResult> {
  const { entries, store, directory } = source;
  await mkdir(directory, { recursive: true });
  if ((await readdir(directory)).length > 0)
    throw new Error(`The directory ${directory} isn’t empty. Choose a new or empty one.`);
  const pages = entries.filter((entry) => entry.hash !== null);
  const named = new Set<string>();
  for (const entry of pages) {
    const file = join(directory, toExportFile(entry));
    const body = await store.read(entry.hash as string, entry.contentType, 'identity');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
    if (!entry.contentType.startsWith('text/html')) continue;
    for (const [, name = ''] of body.toString('utf8').matchAll(UPLOAD)) named.add(name);
  }
  const uploads = await copyUploads(source.files, [...named], join(directory, 'uploads'));
  const redirects = entries.filter((entry) => entry.location !== null || entry.status === 410);
  await writeFile(join(directory, '_redirects'), `${redirects.map(formatRedirect).join('')}/* / 302\n`);
  await writeFile(join(directory, '_headers'), pages.map((entry) => formatHeaders(entry, source.siteUrl)).join('\n'));
  return { directory, files: pages.length + uploads, redirects: redirects.length };
}

/** Copies those of the files that exist; returns how many. */
async function copyUploads(files: FileStore, names: readonly string[], directory: string): Promise<number> {
  let copied = 0;
  for (const name of names) {
    const stream = await files.read(name);
    if (!stream) continue;
    await mkdir(directory, { recursive: true });
    await pipeline(stream, createWriteStream(join(directory, name)));
    copied += 1;
  }
  return copied;
}

function toExportFile(entry: ReleaseEntry): string {
  if (entry.path === POST_NOT_FOUND_PATH) return '404.html';
  if (entry.status === 410) return WITHDRAWN_FILE;
  if (entry.path === '/') return 'index.html';
  return entry.contentType.startsWith('text/html') ? `${entry.path.slice(1)}.html` : entry.path.slice(1);
}

/** The pages of a moved category follow by one rule each, as the server has it. */
function formatRedirect({ path, location, status }: ReleaseEntry): string {
  if (status === 410) return `${path} /${WITHDRAWN_FILE} 410\n`;
  const rule = `${path} ${location} ${status}\n`;
  return path.startsWith('/categories/') ? `${rule}${path}/page/* ${location}/page/:splat ${status}\n` : rule;
}

function formatHeaders(entry: ReleaseEntry, siteUrl: string): string {
  const headers = {
    ...createSecurityHeaders({ isTls: siteUrl.startsWith('https:'), strictReferrer: needsStrictReferrer(entry.path) }),
    'Content-Security-Policy': resolveCsp(entry.policy),
    'Content-Type': entry.contentType,
    'Cache-Control': getCacheControl(entry.path),
  };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${entry.path}\n${lines.join('')}`;
}
