import type { ReactNode } from 'react';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';
import { formatBlacklistedScopes, formatBlacklisting } from '#src/features/users/user-labels.ts';

type Props = {
  user: UserDetailJson;
  canManage: boolean;
  onUnblacklist: () => void;
  onStopDeletion: () => void;
};

/** Above everything: that the user is blacklisted and why, and a deletion that could not be carried out yet. */
export function UserNotices({ user, canManage, onUnblacklist, onStopDeletion }: Props) {
  const { deletion, blacklisting } = user;
  const scopes = formatBlacklistedScopes(user);
  return (
    <>
      {deletion && (
        <UserNotice
          tone="yellow"
          icon="calendar-clock"
          title="Waiting to be deleted"
          action={
            canManage && (
              <Button variant="secondary" onClick={onStopDeletion}>
                Stop deletion
              </Button>
            )
          }
        >
          {deletion.error} Next try: <Time iso={deletion.next_attempt_at} isInSentence />.
        </UserNotice>
      )}
      {user.related_blacklistings.length > 0 && (
        <UserNotice tone="yellow" icon="flag" title="Same base address as a blacklisted account" action={null}>
          {user.related_blacklistings.map(({ user_id, email, reason }) => (
            <span key={`${user_id} ${reason}`} className="row-note">
              {user_id === null ? 'A deleted account' : <a href={paths.userDetail(user_id)}>{email}</a>}: ‘{reason}’
            </span>
          ))}
        </UserNotice>
      )}
      {user.is_blacklisted && (
        <UserNotice
          tone="red"
          icon="ban"
          title={formatBlacklisting(user)}
          action={
            canManage && (
              <Button variant="secondary" onClick={onUnblacklist}>
                Remove Blacklist
              </Button>
            )
          }
        >
          ‘{user.blacklisted_reason}’{scopes && <span className="row-note">Also blacklisted: {scopes}.</span>}
          {blacklisting && (
            <span className="row-note">
              {blacklisting.actor?.name ?? 'A former admin'}, <Time iso={blacklisting.created_at} isInSentence />
            </span>
          )}
          {blacklisting?.cancellation && <Cancellation {...blacklisting.cancellation} />}
        </UserNotice>
      )}
    </>
  );
}

type CancellationProps = NonNullable<NonNullable<UserDetailJson['blacklisting']>['cancellation']>;

const PENDING: Record<CancellationProps['act'], string> = {
  keep: '',
  period_end: 'The subscriptions are cancelled when the time to undo is up, and end with the paid period.',
  now: 'The subscriptions end when the time to undo is up.',
  refund: 'The subscriptions end when the time to undo is up, and the rest of the paid period is refunded.',
};

/** What is left to do about the subscriptions. */
const Cancellation = ({ act, error, next_attempt_at }: CancellationProps) => (
  <span className="row-note">
    {error === null ? (
      PENDING[act]
    ) : (
      <>
        {error} Next try: <Time iso={next_attempt_at} isInSentence />.
      </>
    )}
  </span>
);

type NoticeProps = {
  tone: 'red' | 'yellow';
  icon: IconName;
  title: string;
  children: ReactNode;
  action: ReactNode;
};

const UserNotice = ({ tone, icon, title, children, action }: NoticeProps) => (
  <section className={`user-notice user-notice-${tone}`} aria-label={title} tabIndex={-1} data-toast-avoid>
    <Icon name={icon} size={20} />
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
    {action}
  </section>
);
