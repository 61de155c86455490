import { formatCount, pluralize } from '#api/domain/plurals.ts';
import type { BlacklistedSubscriptionAct } from '#api/domain/enums.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { getShortName, listLiveSubscriptions } from '#src/features/users/user-labels.ts';

type Props = {
  user: UserDetailJson;
  /** What becomes of the subscriptions. */
  act: BlacklistedSubscriptionAct;
};

/** What will happen to a user who is blacklisted. */
export function BlacklistFacts({ user, act }: Props) {
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
          <span role="status">{describeSubscriptions(running, act, name)}</span>
        </li>
      )}
      <li>
        <Icon name="undo-2" />
        You can undo this for 30 seconds. The email waits until then.
      </li>
    </ul>
  );
}

function describeSubscriptions(count: number, act: BlacklistedSubscriptionAct, name: string): string {
  const subscriptions = formatCount(count, 'subscription');
  const end = pluralize(count, 'ends', 'end');
  switch (act) {
    case 'keep':
      return `${subscriptions} ${pluralize(count, 'keeps', 'keep')} running: ${name} pays without being able to sign in.`;
    case 'period_end':
      return `${subscriptions} ${end} with the paid period. Nothing more is charged.`;
    case 'now':
      return `${subscriptions} ${end} when the time to undo is up. Nothing is refunded.`;
    case 'refund':
      return `${subscriptions} ${end} when the time to undo is up, and the rest of the paid period is refunded.`;
  }
}
