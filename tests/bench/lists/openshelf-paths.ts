import { publicationStatuses } from '#api/domain/publication-states.ts';
import { nameQueries } from './admin-paths.ts';
import { FIRST_NAMES, LAST_NAMES } from './admin-rows.ts';
import { OPENSHELF_ROWS, TITLE_WORDS } from './openshelf-rows.ts';

const PAGE_SIZE = 20;
const CATEGORY = 'category=Lifestyle';

/** Paths of the API by name; those of one name are requested in turn. */
export function createOpenshelfPaths(): Record<string, string[]> {
  const list = (query: string) => `/api/admin/openshelf/publications?${query}`;
  const search = (text: string, rest = '') => list(`search=${encodeURIComponent(text)}${rest}`);
  const ids = Array.from({ length: 20 }, (_, n) => (n + 1) * 2_311);
  const deep = OPENSHELF_ROWS.publications / PAGE_SIZE - 10;
  return {
    ...nameQueries('pending', (query) => `/api/admin/openshelf/reviews/pending?${query}`, [
      ...['', 'sort=newest', 'limit=5', 'limit=100', CATEGORY, 'ai_decision=approved'],
      `${CATEGORY}&ai_decision=needs_review&sort=newest`,
      `page=${OPENSHELF_ROWS.pending / PAGE_SIZE - 2}`,
    ]),
    ...nameQueries('publications', list, [
      ...['', ...publicationStatuses.map((status) => `status=${status}`), CATEGORY, `${CATEGORY}&status=PUBLISHED`],
      ...[`page=${deep}`, 'status=PUBLISHED&page=1400', `${CATEGORY}&page=340`, 'limit=100'],
    ]),
    'publications search a word of titles': TITLE_WORDS.map((word) => search(word.toLowerCase())),
    'publications search three letters': TITLE_WORDS.map((word) => search(word.slice(0, 3))),
    'publications search one letter': [...'etaz'].map((letter) => search(letter)),
    'publications search an author': FIRST_NAMES.map((name, n) => search(`${name} ${LAST_NAMES[n]}`)),
    'publications search a phrase of a quarter': [search('three generations'), search('rain, sheep and')],
    'publications search a word of a quarter': [search('constable'), search('honest'), search('readers')],
    'publications search deep': [search('honest', '&page=500'), search('harbour', '&page=100')],
    'publications search nothing': [search('zyzzyva'), search('zq')],
    'publications search and filter': TITLE_WORDS.map((word) => search(word, `&${CATEGORY}&status=PUBLISHED`)),
    'publications search a common word and filter': [search('honest', `&${CATEGORY}`), search('rain', '&status=DRAFT')],
    publication: ids.map((id) => `/api/admin/openshelf/publications/${id}`),
    'publication in the queue': ids.map((id) => `/api/admin/openshelf/publications/${Math.floor(id / 10) * 10}`),
    dashboard: ['/api/admin/openshelf/dashboard'],
    stats: ['/api/admin/openshelf/stats'],
    'counts of the navigation': ['/api/overview/counts'],
  };
}
