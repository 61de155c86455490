import type { WorkSummary } from '#api/domain/content.ts';
import type { FeedChannel } from '#src/lib/feeds/feeds.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { fillTexts } from '#src/lib/texts.ts';
import { escapeXml } from '#src/lib/xml.ts';
import { shelfCopy, shelfName } from './shelf-copy.ts';
import { toParagraphs } from './paragraphs.ts';

/** The newest works; a work is read on its page, so its description is all there is. No copyright: authors own their works. */
export const toShelfChannel = (works: readonly WorkSummary[]): FeedChannel => ({
  title: fillTexts(shelfName),
  description: fillTexts(shelfCopy.description),
  id: openshelfPaths.openshelf,
  path: openshelfPaths.openshelf,
  feeds: openshelfPaths.openshelfFeeds,
  entries: works.map((work) => ({
    ...work,
    path: openshelfPaths.openshelfWork(work.slug),
    content: toParagraphs(work.description)
      .map((paragraph) => `<p>${escapeXml(paragraph)}</p>`)
      .join(''),
    categories: [work.category, work.subcategory].filter((category) => category !== null),
  })),
});
