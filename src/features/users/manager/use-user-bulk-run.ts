import { userBulkActions } from '#api/domain/user-bulk.ts';
import { type BulkUsersFilter, bulkUpdateUsers, type UserBulkRequest } from '#src/features/users/users-api.ts';
import { useBulkRun } from '#src/ui/bulk/use-bulk-run.ts';

/** One bulk action on users at a time. */
export const useUserBulkRun = ({ userId, reload }: { userId: number; reload: () => void }) =>
  useBulkRun<UserBulkRequest, BulkUsersFilter>({
    name: 'userBulkRun',
    userId,
    partSize: 50,
    noun: { one: 'user', many: 'users' },
    getWords: ({ action }) => userBulkActions[action],
    send: async (request, target) => {
      const { updated, ...part } = await bulkUpdateUsers({ ...target, ...request });
      const subjects = updated.map((id) => `user ${id}: blacklist`);
      return { ...part, updatedCount: updated.length, subjects };
    },
    reload,
  });
