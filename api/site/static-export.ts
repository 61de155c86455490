import { POST_NOT_FOUND_PATH } from '#api/domain/shell-pages.ts';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '#api/adapters/file-store.ts';
import { resolveCsp } from '#api/http/security-headers.ts';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import { createHostRules, type ExportHost, listHostLimits, WITHDRAWN_FILE } from './export-rules.ts';

export type ExportResult = { directory: string; files: number; redirects: number; warnings: string[] };

/** A page that states them in itself is not obeyed. */
const HEADER_ONLY_DIRECTIVES = /^(frame-ancestors|report-uri|report-to|sandbox)\b/;
const UPLOAD = /\/uploads\/([\w.-]+)/g;

/**
 * Writes a release as plain files with the rules of a host, and the images and videos that its pages name. The directory must
 * be new or empty. `docs/export.md` says what needs the server. @throws when the directory holds something.
 */
export async function exportStaticSite(source: {
  entries: readonly ReleaseEntry[];
  store: ObjectStore;
  /** The storage of uploads. */
  files: FileStore;
  directory: string;
  siteUrl: string;
  host: ExportHost;
  /** Where what isn't a file is answered; null without a server. */
  serverOrigin: string | null;
}): Promise<ExportResult> {
  const { entries, store, directory } = source;
  await mkdir(directory, { recursive: true });
  if ((await readdir(directory)).length > 0)
    throw new Error(`The directory ${directory} isn’t empty. Choose a new or empty one.`);
  // The rules of nginx are no part of the site.
  const root = source.host === 'nginx' ? join(directory, 'site') : directory;
  await mkdir(root, { recursive: true });
  const pages = entries.filter((entry) => entry.hash !== null);
  const named = new Set<string>();
  for (const entry of pages) {
    const file = join(root, toExportFile(entry));
    const body = await store.read(entry.hash as string, entry.contentType, 'identity');
    await mkdir(dirname(file), { recursive: true });
    if (!entry.contentType.startsWith('text/html')) {
      await writeFile(file, body);
      continue;
    }
    const html = body.toString('utf8');
    await writeFile(file, insertPolicy(html, entry.policy));
    for (const [, name = ''] of html.matchAll(UPLOAD)) named.add(name);
  }
  const uploads = await copyUploads(source.files, [...named], join(root, 'uploads'));
  const redirects = entries.filter((entry) => entry.location !== null || entry.status === 410);
  for (const [name, text] of Object.entries(createHostRules(source.host, source)))
    await writeFile(join(directory, name), text);
  const warnings = listHostLimits(source.host, source);
  return { directory, files: pages.length + uploads, redirects: redirects.length, warnings };
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
  // Hosts look for the decoded name.
  const name = decodeURI(entry.path).slice(1);
  return entry.contentType.startsWith('text/html') ? `${name}.html` : name;
}

/**
 * States the policy in the page, before anything that loads. What only a header can say is in the rules for all pages;
 * reports go nowhere without a server.
 */
function insertPolicy(html: string, policy: string | null): string {
  const directives = resolveCsp(policy)
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !HEADER_ONLY_DIRECTIVES.test(directive));
  const meta = `<meta http-equiv="Content-Security-Policy" content="${directives.join('; ').replaceAll('"', '&quot;')}">`;
  // After the encoding, which must be in the first KB.
  const tag = /<meta charset/i.test(html) ? /<meta charset[^>]*>/i : /<head[^>]*>/i;
  return html.replace(tag, (found) => found + meta);
}
