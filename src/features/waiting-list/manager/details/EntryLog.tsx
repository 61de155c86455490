import { Time } from '#src/ui/content/Time.tsx';
import type { Entry } from '#src/features/waiting-list/manager/entries-api.ts';

/** What happened to an entry, in order. */
export function EntryLog({ entry }: { entry: Entry }) {
  const events = [
    { label: 'Joined the waiting list', at: entry.created_at },
    { label: 'Address confirmed', at: entry.confirmed_at },
    { label: 'Invited', at: entry.invited_at },
    { label: 'Signed up', at: entry.signed_up_at },
    { label: 'Paid for the first time', at: entry.paid_at },
  ].flatMap(({ label, at }) => (at === null ? [] : [{ label, at }]));
  events.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <ol className="entry-log" aria-label="What happened">
      {events.map(({ label, at }) => (
        <li key={label}>
          <Time iso={at} isFull /> <span>{label}</span>
        </li>
      ))}
    </ol>
  );
}
