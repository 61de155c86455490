import { formatCount, pluralize } from './plurals.ts';

type UserBulkAction = {
  /** The button, where the action applies to some of those who are selected. */
  label: string;
  /** Those who are left out say why. */
  appliesTo: (user: { is_blacklisted: boolean }) => boolean;
  leftOut: string;
  /** The question before it. */
  title: (count: number) => string;
  confirm: string;
  consequence: (count: number) => string;
  busy: string;
  done: (count: number) => string;
  /** The second line of the toast with Undo. */
  note: string;
};

/** What can be done to several users at once; the service has the act of each (`users/bulk`). */
export const userBulkActions = {
  blacklist: {
    label: 'Blacklist...',
    appliesTo: (user) => !user.is_blacklisted,
    leftOut: 'blacklisted already',
    title: (count) => `Blacklist ${formatCount(count, 'user')}?`,
    confirm: 'Blacklist',
    consequence: () =>
      'They’re signed out everywhere. You can undo this for 30 seconds; the emails, and what you chose for subscriptions, wait until then.',
    busy: 'Blacklisting...',
    done: (count) => `${formatCount(count, 'user')} blacklisted`,
    note: 'The emails leave when the time to undo is up.',
  },
  remove_blacklist: {
    label: 'Remove blacklist...',
    appliesTo: (user) => user.is_blacklisted,
    leftOut: 'not blacklisted',
    title: (count) => `Remove the blacklist from ${formatCount(count, 'user')}?`,
    confirm: 'Remove blacklist from',
    consequence: (count) =>
      `${pluralize(count, 'This user', 'They')} can sign in again. No email is sent. You can undo this for 30 seconds.`,
    busy: 'Removing blacklists...',
    done: (count) => `Blacklist removed from ${formatCount(count, 'user')}`,
    note: 'They can sign in again.',
  },
} as const satisfies Record<string, UserBulkAction>;

export type UserBulkActionName = keyof typeof userBulkActions;
export const userBulkActionNames = Object.keys(userBulkActions) as UserBulkActionName[];
