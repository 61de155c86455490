import type { ImportKind } from '#api/domain/imports.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { pluralize } from '#api/domain/plurals.ts';
import type { ImportJson } from './imports-api.ts';

const NOUNS: Record<ImportKind, readonly [string, string]> = {
  category: ['category', 'categories'],
  tag: ['tag', 'tags'],
  media: ['image or file', 'images and files'],
  author: ['author', 'authors'],
  post: ['post', 'posts'],
  page: ['page', 'pages'],
  redirect: ['redirect', 'redirects'],
  menu: ['draft of the menus', 'drafts of the menus'],
};

export const formatKind = (kind: ImportKind, count: number): string => pluralize(count, ...NOUNS[kind]);
export const formatKindCount = (kind: ImportKind, count: number): string =>
  `${formatNumber(count)} ${formatKind(kind, count)}`;

type States = keyof ImportJson['counts'][ImportKind];

/** How many items of a kind are in one of these states; without states, in any. */
export function countItems({ counts }: ImportJson, kind: ImportKind, ...states: States[]): number {
  const entries = Object.entries(counts[kind]) as [States, number][];
  return entries.reduce((sum, [state, count]) => sum + (states.length === 0 || states.includes(state) ? count : 0), 0);
}

const STATUSES = { published: 'published', scheduled: 'scheduled', draft: 'drafts', trash: 'in the trash' } as const;

/** '386 published, 22 drafts' */
export const formatStatuses = ({ statuses }: ImportJson, kind: ImportKind): string =>
  statuses
    .filter((each) => each.kind === kind)
    .map(
      ({ status, count }) => `${formatNumber(count)} ${count === 1 && status === 'draft' ? 'draft' : STATUSES[status]}`,
    )
    .join(', ');
