import type { IndexedWork } from './indexed-work.ts';
import { walkFrom } from './related-posts.ts';
import { listCategoryIds, type WorkIndex } from './work-index.ts';

const RELATED_WORK_COUNT = 4;

/** Works of the same subcategory, then category: older ones first, so that a new work changes the page of no other one. */
export function listRelatedWorks(index: WorkIndex, work: IndexedWork): IndexedWork[] {
  const related = new Set<IndexedWork>();
  for (const category of listCategoryIds(work)) {
    for (const candidate of walkFrom(index.list(category), work)) {
      if (related.size === RELATED_WORK_COUNT) return [...related];
      if (candidate.id !== work.id) related.add(candidate);
    }
  }
  return [...related];
}
