import { formatDateTime } from '#src/lib/format/dates.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { Entry } from '#src/features/waiting-list/manager/entries-api.ts';
import { getDeliveryFailure, NOT_DELIVERED } from '#src/features/waiting-list/manager/entry-labels.ts';

/** What became of the invitation email, in a sentence. */
export function InvitationState({ entry }: { entry: Entry }) {
  const { invitation, invited_at } = entry;
  const failure = getDeliveryFailure(entry);
  if (failure !== null) {
    return (
      <span className="delivery-failure">
        <Badge tone="red">{NOT_DELIVERED}</Badge>
        <span>{failure}</span>
      </span>
    );
  }
  if (invitation?.status === 'sent' && invitation.sent_at) return <>Sent on {formatDateTime(invitation.sent_at)}</>;
  if (invitation?.status === 'waiting') {
    const reason = invitation.error && ` The last try failed: ${invitation.error}`;
    return invitation.leaves_at ? (
      <>
        Leaves at {formatDateTime(invitation.leaves_at)}.{reason}
      </>
    ) : (
      <>Not sent yet.{reason}</>
    );
  }
  return invited_at ? <>Invited on {formatDateTime(invited_at)}</> : <span className="none">Not invited</span>;
}
