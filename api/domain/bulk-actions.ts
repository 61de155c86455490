import { formatNumber } from './numbers.ts';
import { pluralize } from './plurals.ts';

const PAST_TENSE = {
  publish: 'published',
  archive: 'archived',
  delete: 'moved to the trash',
  categorize: 'updated',
  schedule: 'scheduled',
};
export type BulkAction = keyof typeof PAST_TENSE;

/** '1,204 posts were published.' */
export const formatBulkResult = (action: BulkAction, count: number) =>
  `${formatNumber(count)} ${pluralize(count, 'post was', 'posts were')} ${PAST_TENSE[action]}.`;
