import { inArray, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { countTexts, type SearchIndex, searchIndex, UNSPACED_GLOB } from '#db/queries/ranked-search.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { blogs } from '#db/schema/index.ts';
import { RESULTS_MAX, type SearchSource } from './source.service.ts';

/** Weights of title, description and text. */
const INDEX: SearchIndex = {
  table: 'blogs_search',
  rows: { from: sql`${blogs}`, id: sql`${blogs.id}`, title: sql`${blogs.title}`, text: sql`${blogs.contentText}` },
  weights: [8, 3, 1],
  unspaced: {
    from: sql`${blogs} INDEXED BY blogs_unspaced`,
    // As in the migration that makes this index.
    condition: sql`${blogs.title} || ${blogs.contentText} GLOB ${UNSPACED_GLOB}`,
  },
};

/** Posts that are public now. */
export function createPostSource({ db, clock }: Pick<Deps, 'db' | 'clock'>): SearchSource {
  const isVisible = sql`${isPublicBlog(clock.now())}`;
  return {
    type: 'blog',
    async find(terms) {
      const hits = await searchIndex(db, INDEX, { terms, isVisible, limit: RESULTS_MAX });
      const ids = hits.map(({ id }) => id);
      const { id, slug, title } = blogs;
      const rows = await db.orm.select({ id, slug, title }).from(blogs).where(inArray(id, ids));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return hits.flatMap(({ id, snippet }) => {
        const post = byId.get(id);
        return post ? [{ type: 'blog', id, title: post.title, url: `/blogs/${post.slug}`, snippet }] : [];
      });
    },
    countTexts: (terms) => countTexts(db, INDEX, { terms, isVisible }),
  };
}
