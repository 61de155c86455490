import type { BulkEntriesFilter } from '#api/features/waiting-list/decisions/decisions.contract.ts';
import type { BulkTarget } from '#api/http/bulk-fields.ts';
import { api, formatServerError } from '#src/lib/api-client.ts';
import type { BulkPart } from '#src/ui/bulk/bulk-run.ts';
import { useBulkRun } from '#src/ui/bulk/use-bulk-run.ts';
import { type BulkAction, bulkWords, PART_SIZE } from './bulk-copy.ts';

/** One bulk action at a time: invites, rejects, puts back, or sends invitations again. */
export const useEntryBulkRun = ({ userId, reload }: { userId: number; reload: () => void }) =>
  useBulkRun<{ action: BulkAction }, BulkEntriesFilter>({
    name: 'waitingListRun',
    userId,
    partSize: PART_SIZE,
    noun: { one: 'person', many: 'people' },
    getWords: ({ action }) => bulkWords[action],
    send: async ({ action }, target) => {
      try {
        return await send(action, target);
      } catch (error) {
        throw new Error(formatServerError(error, bulkWords[action].failure), { cause: error });
      }
    },
    reload,
  });

async function send(action: BulkAction, json: BulkTarget<BulkEntriesFilter>): Promise<BulkPart> {
  if (action === 'resend') {
    const { updated, skipped, ...part } = await api.post('/api/waitinglist/resend', { json });
    return { ...part, updatedCount: updated, skipped: skipped.map(({ email, ...each }) => ({ ...each, name: email })) };
  }
  const { updated, skipped, ...part } = await api.post(`/api/waitinglist/${action}`, { json });
  return { ...part, updatedCount: updated, skipped: [], passedOver: skipped };
}
