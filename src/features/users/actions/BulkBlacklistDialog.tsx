import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { AdminUserJson } from '#api/features/users/users.contract.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { formatUser } from '#src/features/users/user-labels.ts';
import { toCompanyDay, toEndOfDay } from './blacklist-end.ts';
import { ENDS, REASON_MAX_LENGTH } from './BlacklistDialog.tsx';
import { RadioChoice } from './RadioChoice.tsx';

type Props = {
  /** Who is selected; null while it does not ask. */
  users: readonly AdminUserJson[] | null;
  viewerId: number;
  onBlacklist: (users: readonly AdminUserJson[], reason: string, blacklistedUntil: string | null) => Promise<void>;
  onClose: () => void;
};

/** Asks why and until when several users are blacklisted. What was typed stays until it is done. */
export function BulkBlacklistDialog({ users, viewerId, onBlacklist, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [isPermanent, setPermanent] = useState(true);
  const [day, setDay] = useState('');
  useUnsavedWarning(users !== null && reason !== '');
  const isPassedOver = ({ id, is_blacklisted }: AdminUserJson) => id === viewerId || is_blacklisted;
  const chosen = (users ?? []).filter((user) => !isPassedOver(user));
  const passedOver = (users ?? []).filter(isPassedOver);
  const isDayMissing = !isPermanent && day < toCompanyDay(Date.now());
  return (
    <ConfirmDialog
      isOpen={users !== null}
      title={`Blacklist ${formatCount(chosen.length, 'user')}?`}
      confirmLabel={`Blacklist ${chosen.length}`}
      busyLabel="Blacklisting..."
      isDestructive
      canConfirm={chosen.length > 0 && reason.trim() !== '' && !isDayMissing}
      failure="Failed to blacklist user"
      onConfirm={async () => {
        await onBlacklist(chosen, reason.trim(), isPermanent ? null : toEndOfDay(day));
        setReason('');
        setDay('');
        setPermanent(true);
      }}
      onClose={onClose}
    >
      {chosen.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
        <ul className="named named-all" tabIndex={0} aria-label="Users">
          {chosen.map((user) => (
            <li key={user.id}>{formatUser(user)}</li>
          ))}
        </ul>
      )}
      {passedOver.length > 0 && (
        <Notice tone="info">
          Not included: {passedOver.map((user) => describePassedOver(user, viewerId)).join(', ')}.
        </Notice>
      )}
      <TextArea
        label="Reason"
        hint="Each of them sees it when signing in"
        value={reason}
        maxLength={REASON_MAX_LENGTH}
        required
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <RadioChoice
        legend="Ends"
        options={ENDS}
        value={isPermanent ? 'never' : 'day'}
        onChange={(end) => setPermanent(end === 'never')}
      />
      {!isPermanent && (
        <TextField
          type="date"
          label="Last day"
          value={day}
          min={toCompanyDay(Date.now())}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
      <p>
        They’re signed out everywhere, and their subscriptions keep running. You can undo this for 30 seconds; the
        emails wait until then.
      </p>
    </ConfirmDialog>
  );
}

const describePassedOver = (user: AdminUserJson, viewerId: number): string =>
  `${formatUser(user)} (${user.id === viewerId ? 'your own account' : 'blacklisted already'})`;
