import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `npm run build` leaves in dist/build.json. */
export type BuildInfo = {
  /** The id of the build: pages rendered by another build are rendered again. */
  id: string;
  /** The hash of its sources. */
  sources: string;
  /** Files of dist/client, relative, with forward slashes. */
  files: string[];
  /** Fixed pages that search engines may list. */
  indexable: string[];
};

/** @throws when there is no build. */
export async function readBuildInfo(distDir: string): Promise<BuildInfo> {
  return JSON.parse(await readFile(join(distDir, 'build.json'), 'utf8')) as BuildInfo;
}

/** The address of a built file: pages lose their ending. */
export function toPublicPath(file: string): string {
  if (!file.endsWith('.html')) return `/${file}`;
  const page = file.slice(0, -'.html'.length);
  return page === 'index' ? '/' : `/${page.replace(/\/index$/, '')}`;
}
