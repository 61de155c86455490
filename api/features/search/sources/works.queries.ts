import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { countTexts, type SearchIndex, searchIndex, UNSPACED_GLOB } from '#db/queries/ranked-search.ts';
import { publications, publicationVersions } from '#db/schema/index.ts';
import { RESULTS_MAX, type SearchSource } from './source.service.ts';

/** Weights of title, author and description; only words of the version that is on the shelf are in this index. */
const INDEX: SearchIndex = {
  table: 'shelf_words',
  rows: {
    from: sql`(SELECT ${publications.id} AS work, version.title, version.description
      FROM ${publications} JOIN ${publicationVersions} AS version
        ON version.publication_id = ${publications.id} AND version.number = ${publications.shelfVersion}) AS shelf`,
    id: sql`shelf.work`,
    title: sql`shelf.title`,
    text: sql`shelf.description`,
  },
  weights: [8, 5, 1],
  unspaced: {
    // As in the migration that makes this index.
    from: sql`(SELECT ${publications.id} AS work, version.title, version.author_name || ' ' || version.description AS description
      FROM ${publicationVersions} AS version INDEXED BY publication_versions_unspaced
        JOIN ${publications} ON ${publications.id} = version.publication_id AND ${publications.shelfVersion} = version.number
      WHERE version.title || version.author_name || version.description GLOB ${UNSPACED_GLOB}) AS shelf`,
    condition: sql`TRUE`,
  },
};

/** Works on the shelf. */
export function createWorkSource({ db }: Pick<Deps, 'db'>): SearchSource {
  const isVisible = sql`TRUE`;
  return {
    type: 'publication',
    async find(terms) {
      const hits = await searchIndex(db, INDEX, { terms, isVisible, limit: RESULTS_MAX });
      const ids = hits.map(({ id }) => id);
      const { id, slug, shelfVersion } = publications;
      const isOnShelf = and(eq(publicationVersions.publicationId, id), eq(publicationVersions.number, shelfVersion));
      const rows = await db.orm
        .select({ id, slug, title: publicationVersions.title })
        .from(publications)
        .innerJoin(publicationVersions, isOnShelf)
        .where(inArray(id, ids));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return hits.flatMap(({ id, snippet }) => {
        const work = byId.get(id);
        return work ? [{ type: 'publication', id, title: work.title, url: `/openshelf/${work.slug}`, snippet }] : [];
      });
    },
    countTexts: (terms) => countTexts(db, INDEX, { terms, isVisible }),
  };
}
