import type { WaitingListStatus } from '#api/domain/enums.ts';
import type { BadgeTone } from '#src/ui/feedback/Badge.tsx';
import type { Entry } from './entries-api.ts';

export const STATUS_TONES: Record<WaitingListStatus, BadgeTone> = {
  pending: 'yellow',
  invited: 'green',
  rejected: 'grey',
};

export const NOT_DELIVERED = 'Invitation not delivered';

type Named = Pick<Entry, 'first_name' | 'last_name' | 'email'>;

/** The name of a person on a list, or the address of one who gave none. */
export const formatEntryName = ({ first_name, last_name, email }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email;

type Invitation = NonNullable<Entry['invitation']>;

/** Why the invitation of an entry did not arrive; null when it did, or may still. */
export function getDeliveryFailure({ invitation }: Pick<Entry, 'invitation'>): string | null {
  if (invitation?.status === 'failed') return invitation.error ?? 'We no longer have the reason.';
  if (invitation?.status === 'suppressed')
    return invitation.error ?? 'An admin stopped this email, or all email to this address.';
  return null;
}

const DELIVERY_NOTES: Record<Invitation['status'], string | null> = {
  waiting: 'Email not sent yet',
  sent: 'Email sent',
  failed: null,
  suppressed: null,
};

/** One line about how far a person has come, below the badge of the status. */
export function getProgressNote(entry: Entry): string | null {
  if (entry.status === 'pending') return entry.confirmed_at === null ? 'Address not confirmed' : null;
  if (entry.status === 'rejected') return null;
  if (entry.paid_at) return 'Paid';
  if (entry.signed_up_at) return 'Signed up';
  return entry.invitation && DELIVERY_NOTES[entry.invitation.status];
}

/** An invitation can be sent again until the person has an account. */
export const canResend = ({ status, user_id }: Entry): boolean => status === 'invited' && user_id === null;
