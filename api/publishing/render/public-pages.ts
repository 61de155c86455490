import type { Manifest, ReleaseEntry } from '#api/releases/manifest.ts';
import type { BuildInfo } from './build-info.ts';
import { listBuiltPaths } from './fixed-files.ts';

/** Lists the pages of content of a release, and those of the build that search engines may list: not the screens behind a sign-in. */
export function createPublicPageList(build: BuildInfo): (manifest: Manifest) => string[] {
  const built = listBuiltPaths(build);
  const indexable = new Set(build.indexable);
  const isPublic = ({ path, status, location, contentType }: ReleaseEntry) =>
    location === null &&
    status === 200 &&
    contentType.startsWith('text/html') &&
    !/\/page\/\d+$|\/waitinglist\/joined$/.test(path) &&
    (indexable.has(path) || !built.has(path));
  return (manifest) => [...manifest.entries()].filter(isPublic).map(({ path }) => path);
}
