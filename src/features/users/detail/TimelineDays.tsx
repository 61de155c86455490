import type { TimelineEntryJson, UserDetailJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime } from '#src/lib/format/times.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { describeEntry } from './timeline-words.ts';

const time = new Intl.DateTimeFormat('en-NZ', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-NZ', { weekday: 'long', day: 'numeric', month: 'long' });
const dayAndYear = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long' });

type Props = { entries: readonly TimelineEntryJson[]; user: UserDetailJson };

/** Entries under the days on which they happened, in the time zone of the reader. */
export function TimelineDays({ entries, user }: Props) {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return [...days].map(([key, ofDay]) => (
    <section key={key} className="timeline-day">
      <h2>{formatDay(new Date(key), new Date(Date.now()))}</h2>
      <ol>
        {ofDay.map((entry) => (
          <TimelineEntry key={entry.id} entry={entry} user={user} />
        ))}
      </ol>
    </section>
  ));
}

/** 'Today', 'Yesterday', 'Friday 20 November'; days of other years with their year. */
function formatDay(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return (date.getFullYear() === now.getFullYear() ? day : dayAndYear).format(date).replace(',', '');
}

function TimelineEntry({ entry, user }: { entry: TimelineEntryJson; user: UserDetailJson }) {
  const { title, note, icon, tone = 'grey' } = describeEntry(entry, user);
  const { email_id: email, invoice_url: invoice, invoice_number: number } = entry.values;
  return (
    <li className="event" tabIndex={-1}>
      <span className={`event-icon event-${tone}`}>
        <Icon name={icon} size={16} />
      </span>
      <div>
        <p>{email === null ? title : <a href={paths.adminEmail(email)}>{title}</a>}</p>
        {note && <p className="row-note">{note}</p>}
        {invoice && (
          <a className="row-note" href={invoice} target="_blank" rel="noopener">
            Invoice {number}
            <span className="visually-hidden"> (opens a new tab)</span>
          </a>
        )}
      </div>
      <time dateTime={entry.at} title={formatDateTime(entry.at)}>
        {time.format(new Date(entry.at))}
      </time>
    </li>
  );
}
