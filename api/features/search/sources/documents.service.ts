import type { Deps } from '#api/deps.ts';
import type { Viewer } from '#api/endpoints/access.ts';
import { countDocuments, findDocuments } from '#api/features/documents/search/search.service.ts';
import { RESULTS_MAX, type SearchSource } from './source.service.ts';

/** Documents that the viewer may read. */
export const createDocumentSource = (deps: Pick<Deps, 'db'>, viewer: Viewer): SearchSource => ({
  type: 'document',
  async find(terms) {
    const found = await findDocuments(deps, viewer, { terms, limit: RESULTS_MAX });
    return found.map(({ id, slug, title, snippet }) => ({
      type: 'document',
      id,
      title,
      url: `/documents/${slug}`,
      snippet,
    }));
  },
  countTexts: (terms) => countDocuments(deps, viewer, terms),
});
