import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import type { ReleaseEntry } from '#api/releases/manifest.ts';
import type { SiteLook } from '#api/domain/site-brand.ts';
import { hashState } from '#api/publishing/plan/planned-page.ts';
import { toPublicPath, type BuildInfo } from './build-info.ts';
import { addCharset, replaceOrigin } from './astro-renderer.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

const EXTRA_TYPES: Record<string, string> = {
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
  vtt: 'text/vtt',
  ico: 'image/x-icon',
};

/** Names what is drawn of a company; colours in whatever order they are listed. */
export const hashLook = ({ palette, ...look }: SiteLook): string =>
  hashState([look, Object.entries(palette).sort(([one], [other]) => (one < other ? -1 : 1))]);

export const hashFileInputs = (salt: string, file: string) =>
  createHash('sha256').update(salt).update(file).digest('hex').slice(0, 20);

/** Stores one built file, or what is drawn in its place; `inputs` names what it is made of. */
export async function storeFixedFile(
  file: string,
  source: {
    clientDir: string;
    store: ObjectStore;
    siteUrl: string;
    salt: string;
    inputs: string;
    content: Buffer | undefined;
  },
): Promise<{ entry: ReleaseEntry; bytes: number }> {
  const path = toPublicPath(file);
  const contentType = getContentType(file);
  const content = source.content ?? (await readFile(join(source.clientDir, file)));
  const bytes = replaceOrigin(content, contentType, source.siteUrl);
  const hash = await source.store.put(bytes, contentType, { durable: false });
  const inputHash = hashFileInputs(source.salt, source.inputs);
  const entry = {
    path,
    status: 200,
    hash,
    location: null,
    contentType,
    policy: null,
    inputHash,
    postIds: [],
    validUntil: null,
  };
  return { entry, bytes: bytes.length };
}

/** Files of a build that a page may still ask for after the next one: those with a hash in their name. */
export const isHashedAsset = (path: string) => path.startsWith('/_astro/') || path.startsWith('/styles/');

export function listFixedFiles(build: BuildInfo): string[] {
  return build.files.filter((file) => !file.endsWith('.map'));
}

/** The addresses of the files and fixed pages of a build: the same in every release. */
export const listBuiltPaths = (build: BuildInfo): ReadonlySet<string> =>
  new Set([...listFixedFiles(build).map(toPublicPath), ...build.pages]);

function getContentType(file: string): string {
  const extension = file.slice(file.lastIndexOf('.') + 1);
  return addCharset(EXTRA_TYPES[extension] ?? getMimeType(file) ?? 'application/octet-stream');
}
