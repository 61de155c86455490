import { type Card, CARD_EXCERPT_LENGTH, listCardPaths, replaceCards } from '#api/domain/bookmarks.ts';
import { truncateExcerpt } from '#api/domain/excerpt.ts';
import { fillPlaceholders, toPlaceholderValues } from '#api/domain/placeholders.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { Database } from '#db/client.ts';
import { readPublicDocument } from '#api/publishing/index/document-index.ts';
import { toDocumentPath, toPostPath } from '#api/publishing/index/paths.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import { type CardTarget, findCardTarget } from '#api/publishing/plan/card-targets.ts';
import { createPostLoader, type PostLoader } from './post-loader.ts';

type Source = { db: Database; index: PublicIndex; now: number; site: SiteContent; loader?: PostLoader | undefined };

/** As those of a page: the posts that it shows, and whether one was saved after the index was read. */
type Dependencies = { postIds: Set<number>; isAhead: boolean };

/**
 * Brings the cards of a text up to date: those of public posts, documents and pages of this site say what these are now, and those of
 * what isn’t public any more go. Records the dependencies of the page.
 */
export function createCardReader(source: Source, dependencies: Dependencies): (content: string) => Promise<string> {
  const { db, site } = source;

  async function readCard(target: CardTarget): Promise<Card | null> {
    if (target.kind === 'page') {
      const { address, title, description } = target.page;
      const values = toPlaceholderValues(site);
      const [shown = '', words = ''] = [title, description].map((text) => fillPlaceholders(text, values));
      return { path: address, title: shown, description: words, image: null };
    }
    if (target.kind === 'document') {
      const { id, slug, title, revision } = target.document;
      const row = await readPublicDocument(db, id);
      if (row?.revision !== revision) dependencies.isAhead = true;
      if (!row) return null;
      return {
        path: toDocumentPath(slug),
        title,
        description: truncateExcerpt(row.text, CARD_EXCERPT_LENGTH),
        image: null,
      };
    }
    const { id, revision } = target.post;
    dependencies.postIds.add(id);
    const loader = source.loader ?? createPostLoader(source);
    const [row] = await loader.listSummaries([id]);
    if (row?.revision !== revision) dependencies.isAhead = true;
    if (!row) return null;
    const image = (await loader.listCovers([row.coverId])).get(row.coverId ?? 0)?.url ?? null;
    return { path: toPostPath(row.slug), title: row.title, description: row.description, image };
  }

  return async (content) => {
    const cards = new Map<string, Card | null | undefined>();
    for (const path of listCardPaths(content)) {
      const target = findCardTarget(source, path);
      cards.set(path, target ? await readCard(target) : target);
    }
    return cards.size === 0 ? content : replaceCards(content, (path) => cards.get(path));
  };
}
