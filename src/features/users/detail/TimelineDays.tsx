import { fromLocalTime } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';
import type { TimelineEntryJson, UserDetailJson } from '#api/features/users/users.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { formatDateTime, formatLongDate, formatTime, formatWeekday, getDay, getYear } from '#src/lib/format/dates.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { describeEntry } from './timeline-words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Props = { entries: readonly TimelineEntryJson[]; user: UserDetailJson };

/** Entries under the days on which they happened, in the company's time zone. */
export function TimelineDays({ entries, user }: Props) {
  const days = Map.groupBy(entries, ({ at }) => getDay(at));
  return [...days].map(([key, ofDay]) => (
    <section key={key} className="timeline-day">
      <h2>{formatDay(key, Date.now())}</h2>
      <ol>
        {ofDay.map((entry) => (
          <TimelineEntry key={entry.id} entry={entry} user={user} />
        ))}
      </ol>
    </section>
  ));
}

/** 'Today', 'Yesterday', 'Friday 20 November'; days of other years with their year. */
function formatDay(day: string, now: number): string {
  const today = getDay(now);
  if (day === today) return 'Today';
  // Noon, so that a day of 23 or 25 hours does not matter.
  const noon = fromLocalTime(`${today}T12:00`, region.timeZone);
  if (day === getDay(noon - DAY_MS)) return 'Yesterday';
  const at = new Date(fromLocalTime(`${day}T12:00`, region.timeZone)).toISOString();
  return getYear(at) === getYear(now) ? formatWeekday(at) : formatLongDate(at);
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
        <p>{email === null ? title : <a href={`${paths.adminMail}?email=${email}`}>{title}</a>}</p>
        {note && <p className="row-note">{note}</p>}
        {invoice && (
          <a className="row-note" href={invoice} target="_blank" rel="noopener">
            Invoice {number}
            <span className="visually-hidden"> (opens a new tab)</span>
          </a>
        )}
      </div>
      <time dateTime={entry.at} title={formatDateTime(entry.at)}>
        {formatTime(entry.at)}
      </time>
    </li>
  );
}
