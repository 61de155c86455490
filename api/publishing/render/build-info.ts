import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shelfOgImage } from '#api/domain/og-image.ts';
import type { Database } from '#db/client.ts';

/** What `npm run build` leaves in dist/build.json. */
export type BuildInfo = {
  /** The id of the build: pages rendered by another build are rendered again. */
  id: string;
  /** The hash of its sources. */
  sources: string;
  /** Names what its icons show of the company. */
  look: string;
  /** Files of dist/client, relative, with forward slashes. */
  files: string[];
  /** Addresses of the pages that read nothing but the settings. */
  pages: string[];
  /** Those of them that search engines may list. */
  indexable: string[];
};

/** @throws when there is no build. */
export async function readBuildInfo(distDir: string): Promise<BuildInfo> {
  return JSON.parse(await readFile(join(distDir, 'build.json'), 'utf8')) as BuildInfo;
}

/** Drawings of the demo's posts, the film of its home page and the image of its shelf, in public/. */
const DEMO_FILES = ['images/', 'media/intro', shelfOgImage.file];

/**
 * The build without those files of the demo that no post and no page shows. A company's own site has no demo posts, and so none of
 * its drawings.
 */
export async function leaveOutUnusedDemoFiles(db: Database, build: BuildInfo): Promise<BuildInfo> {
  const { rows } = await db.client.execute(`
    SELECT content AS text FROM blogs WHERE content LIKE '%/images/%'
    UNION ALL SELECT fields FROM site_parts WHERE state = 'live' AND fields LIKE '%/media/intro%'
    UNION ALL SELECT '/${shelfOgImage.file}' FROM site_parts WHERE kind = 'product' AND fields ->> 'key' = 'openshelf'`);
  const texts = rows.map(({ text }) => String(text));
  const isLeftOut = (file: string) =>
    DEMO_FILES.some((start) => file.startsWith(start)) && !texts.some((text) => text.includes(`/${file}`));
  return { ...build, files: build.files.filter((file) => !isLeftOut(file)) };
}

/** The address of a built file: pages lose their ending. */
export function toPublicPath(file: string): string {
  if (!file.endsWith('.html')) return `/${file}`;
  const page = file.slice(0, -'.html'.length);
  return page === 'index' ? '/' : `/${page.replace(/\/index$/, '')}`;
}
