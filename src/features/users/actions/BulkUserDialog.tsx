import { useState } from 'react';
import type { BlacklistedSubscriptionAct } from '#api/domain/enums.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { type UserBulkActionName, userBulkActions } from '#api/domain/user-bulk.ts';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { formatUser } from '#src/features/users/user-labels.ts';
import type { UserBulkRequest, UserSelection } from '#src/features/users/users-api.ts';
import { BlacklistFields, NO_VALUES } from './BlacklistFields.tsx';
import { isEndMissing, toEnd } from './EndChoice.tsx';
import { getDefaultAct, SubscriptionActField } from './SubscriptionActField.tsx';

export type UserBulkPrompt = { action: UserBulkActionName; selection: UserSelection };

type Props = {
  /** Null while it does not ask. */
  prompt: UserBulkPrompt | null;
  viewerId: number;
  onConfirm: (request: UserBulkRequest, selection: UserSelection) => Promise<void>;
  onClose: () => void;
};

/** Asks before something is done to several users. What was typed stays until it is done. */
export function BulkUserDialog({ prompt, viewerId, onConfirm, onClose }: Props) {
  const [values, setValues] = useState(NO_VALUES);
  const [chosen, setChosen] = useState<BlacklistedSubscriptionAct | null>(null);
  const act = chosen ?? getDefaultAct(values);
  const isBlacklisting = prompt?.action === 'blacklist';
  useUnsavedWarning(isBlacklisting && values.reason !== '');
  const isComplete = values.reason.trim() !== '' && !isEndMissing(values);
  const words = userBulkActions[prompt?.action ?? 'blacklist'];
  const selection = prompt?.selection ?? { users: [], count: 0, filter: null };
  const isIncluded = (user: AdminUserJson) => user.id !== viewerId && words.appliesTo(user);
  const users = selection.users.filter(isIncluded);
  const leftOut = selection.users.filter((user) => !isIncluded(user));
  const count = selection.filter ? selection.count : users.length;
  return (
    <ConfirmDialog
      isOpen={prompt !== null}
      title={words.title(count)}
      confirmLabel={`${words.confirm} ${formatNumber(count)}`}
      busyLabel={words.busy}
      isDestructive={isBlacklisting}
      canConfirm={count > 0 && (!isBlacklisting || isComplete)}
      {...(isBlacklisting && { failure: 'Failed to blacklist user' })}
      onConfirm={async () => {
        if (!prompt) return;
        const request =
          prompt.action === 'blacklist'
            ? {
                action: prompt.action,
                reason: values.reason.trim(),
                blacklistedUntil: toEnd(values),
                subscriptions: act,
              }
            : { action: prompt.action };
        await onConfirm(request, { ...selection, users, count });
        setValues(NO_VALUES);
        setChosen(null);
      }}
      onClose={onClose}
    >
      <IncludedUsers users={users} count={count} />
      {selection.filter && (
        <Notice tone="info">
          Everyone who matches the list, on all its pages. Your own account and users who are {words.leftOut} aren’t
          changed.
        </Notice>
      )}
      {!selection.filter && leftOut.length > 0 && (
        <Notice tone="info">
          Not included:{' '}
          {leftOut
            .map((user) => `${formatUser(user)} (${user.id === viewerId ? 'your own account' : words.leftOut})`)
            .join(', ')}
          .
        </Notice>
      )}
      {isBlacklisting && (
        <>
          <BlacklistFields values={values} onChange={setValues} reasonHint="Each of them sees it when signing in" />
          <SubscriptionActField value={act} onChange={setChosen} />
        </>
      )}
      <p>{words.consequence(count)}</p>
    </ConfirmDialog>
  );
}

function IncludedUsers({ users, count }: { users: readonly AdminUserJson[]; count: number }) {
  if (users.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
    <ul className="named named-all" tabIndex={0} aria-label="Users">
      {users.map((user) => (
        <li key={user.id}>{formatUser(user)}</li>
      ))}
      {count > users.length && <li>and {formatNumber(count - users.length)} more</li>}
    </ul>
  );
}
