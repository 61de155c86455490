import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { formatEntryName } from '#src/features/waiting-list/manager/entry-labels.ts';
import type { BulkWords } from '#src/ui/bulk/use-bulk-run.ts';
import type { EntrySelection } from '#src/features/waiting-list/manager/entries-api.ts';

type Copy = { title: string; consequence: string; confirm: string; busy: string };

export type BulkAction = 'invite' | 'reject' | 'put-back' | 'resend';

/** The most entries in one request. */
export const PART_SIZE = 500;

/** What each action says; the failures are the specification’s, section 8. */
export const bulkWords: Record<BulkAction, BulkWords & { failure: string }> = {
  invite: {
    busy: 'Inviting...',
    done: (count) => `${formatNumber(count)} invited`,
    note: 'The emails leave when the time to undo is up.',
    passedOver: 'no longer pending',
    failure: 'Failed to invite users',
  },
  reject: {
    busy: 'Rejecting...',
    done: (count) => `${formatNumber(count)} rejected`,
    note: 'They get no email.',
    passedOver: 'no longer pending',
    failure: 'Failed to reject users',
  },
  'put-back': {
    busy: 'Putting back...',
    done: (count) => `${formatNumber(count)} put back on the list`,
    passedOver: 'not rejected',
    failure: 'Failed to put people back on the list',
  },
  resend: {
    busy: 'Sending...',
    done: (count) => `${formatCount(count, 'invitation')} sent again`,
    refused: 'got no email',
    failure: 'Failed to send the invitations',
  },
};

const MAX_NAMED = 3;

/** 'Liam O’Connor, Jo McAlister, Sofia Marchetti and 2 more' */
function formatNames({ entries, count }: EntrySelection): string {
  const names = entries.map(formatEntryName);
  const shown = names.length <= MAX_NAMED + 1 && names.length === count ? names : names.slice(0, MAX_NAMED);
  const more = count - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${formatNumber(more)} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
}

/** Each part of a long run is an action of its own. */
const formatUndo = (count: number): string =>
  count <= PART_SIZE
    ? 'You can undo this for 30 seconds.'
    : `This is done ${PART_SIZE} people at a time. You can undo each ${PART_SIZE} for 30 seconds.`;

/** The question before a bulk action. Those of the specification, section 5, are exact. */
export function getBulkCopy(action: BulkAction, selection: EntrySelection): Copy {
  const { count } = selection;
  const number = formatNumber(count);
  const names = formatNames(selection);
  const { busy } = bulkWords[action];
  const gets = `${names} ${pluralize(count, 'gets', 'each get')} one email with a personal link that works for 14 days.`;
  if (action === 'resend') {
    const title = count === 1 ? 'Send the invitation again?' : `Send ${number} invitations again?`;
    return { title, consequence: `${gets} Earlier links stop working.`, confirm: `Send ${number} again`, busy };
  }
  if (action === 'put-back') {
    const title = `Put ${formatCount(count, 'person', 'people')} back on the list?`;
    const waits = pluralize(
      count,
      'waits again, in the place of the day they',
      'wait again, in the places of the days they',
    );
    return { title, consequence: `${names} ${waits} joined. No email is sent.`, confirm: `Put ${number} back`, busy };
  }
  const title = `Are you sure you want to ${action} ${number} user(s)?`;
  if (action === 'invite') {
    return { title, consequence: `${gets} ${formatUndo(count)}`, confirm: `Invite ${number}`, busy };
  }
  const leave = pluralize(count, 'leaves the list and gets', 'leave the list and get');
  return {
    title,
    consequence: `${names} ${leave} no email. ${formatUndo(count)}`,
    confirm: `Reject ${number}`,
    busy,
  };
}
