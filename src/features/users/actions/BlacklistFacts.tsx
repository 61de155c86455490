import { formatCount, pluralize } from '#api/domain/plurals.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { getShortName, listLiveSubscriptions } from '#src/features/users/user-labels.ts';

type Props = {
  user: UserDetailJson;
  /** The subscriptions are cancelled, too. */
  isCancelling: boolean;
  onCancel: (isCancelling: boolean) => void;
};

/** What will happen to a user who is blacklisted, with the choice about the subscriptions. */
export function BlacklistFacts({ user, isCancelling, onCancel }: Props) {
  const { live_devices: devices } = user;
  const name = getShortName(user);
  const running = listLiveSubscriptions(user).length;
  return (
    <ul className="facts">
      <li>
        <Icon name="laptop" />
        {devices > 0 ? `Signs ${name} out on ${formatCount(devices, 'device')}.` : `${name} isn’t signed in anywhere.`}
      </li>
      {running > 0 && (
        <li>
          <Icon name="credit-card" />
          <span>
            <span role="status">{describeSubscriptions(running, isCancelling)}</span>{' '}
            <button type="button" className="link-button" onClick={() => onCancel(!isCancelling)}>
              {isCancelling ? 'Keep' : 'Cancel'} {pluralize(running, 'it', 'them')}
            </button>
          </span>
        </li>
      )}
      <li>
        <Icon name="undo-2" />
        You can undo this for 30 seconds. The email waits until then.
      </li>
    </ul>
  );
}

function describeSubscriptions(count: number, isCancelling: boolean): string {
  const subscriptions = formatCount(count, 'subscription');
  if (!isCancelling) return `${subscriptions} ${pluralize(count, 'keeps', 'keep')} running.`;
  return `${subscriptions} ${pluralize(count, 'ends', 'end')} when the time to undo is up. Nothing is refunded.`;
}
