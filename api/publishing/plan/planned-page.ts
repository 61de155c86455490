import { createHash } from 'node:crypto';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';

/** Posts whose rows a page shows, with or without their content. */
export type ShownPosts = { ids: readonly number[]; withContent: boolean };

/** A page that should exist, with the hash of all its inputs. */
export type PlannedPage = { path: string; inputHash: string; shows?: ShownPosts | undefined };

export type PlanContext = {
  index: PublicIndex;
  now: number;
  /** What the owner says about the company; its hash is a part of the salt. */
  site: SiteContent;
  salt: string;
  /** Of the code alone: what files and link pictures depend on. */
  buildSalt: string;
  /** Pages that read nothing but the settings and the navigation of `site`. */
  fixedPages: readonly string[];
  /** Fixed pages and pages of the owner that search engines may list. */
  listedPaths: readonly string[];
  /** The addresses of all files of the build: the same in every release. */
  builtPaths: ReadonlySet<string>;
};

/** Days end, and scheduled posts are dated, in the company's time zone. */
export const getTimeZone = ({ site }: Pick<PlanContext, 'site'>): string => site.settings.language.time_zone;

export function toPlannedPage(
  context: PlanContext,
  path: string,
  tokens: readonly unknown[],
  shows?: ShownPosts,
): PlannedPage {
  const inputHash = createHash('sha256').update(context.salt).update(path).update(JSON.stringify(tokens)).digest('hex');
  return { path, inputHash: inputHash.slice(0, 20), shows };
}

export const hashState = (state: unknown) =>
  createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 20);
