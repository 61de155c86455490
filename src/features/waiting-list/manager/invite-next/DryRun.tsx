import { type ReactNode, useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Person } from '#src/ui/tables/Person.tsx';
import { formatEntryName } from '#src/features/waiting-list/manager/entry-labels.ts';
import { formatJoined, formatWait, type NextPeople } from './next-people.ts';

/** People who are listed at first. */
const LISTED = 5;

type Props = {
  next: NextPeople | null;
  /** Those who wait, but are left out by choice. */
  leftOutCount: number;
  isLoading: boolean;
  children: ReactNode;
};

/** Who would be invited, while the fields change. */
export function DryRun({ next, leftOutCount, isLoading, children }: Props) {
  return (
    <section className="dry-run" aria-labelledby="dry-run" aria-busy={isLoading}>
      <p className="dry-run-head">
        <span id="dry-run">
          <Badge tone="grey">Dry run</Badge>
        </span>
        <span className="muted">Nothing is sent yet</span>
      </p>
      {children}
      {next && <Summary next={next} leftOutCount={leftOutCount} />}
      {next && next.people.length > 0 && <People people={next.people} />}
    </section>
  );
}

function Summary({ next, leftOutCount }: { next: NextPeople; leftOutCount: number }) {
  const { people, available, passed_over, with_intent, without_intent } = next;
  const now = new Date();
  const lines: { count: number; text: string }[] = [
    {
      count: with_intent,
      text: `with an intent, ${formatJoined(
        people.filter(({ intent }) => intent),
        now,
      )}`,
    },
    {
      count: without_intent,
      text: `without, ${formatJoined(
        people.filter(({ intent }) => !intent),
        now,
      )}`,
    },
    { count: leftOutCount, text: 'left out' },
  ];
  return (
    <div role="status">
      <p>
        <span className="figure">{formatNumber(people.length)}</span> of {formatNumber(available)}{' '}
        {pluralize(available, 'person', 'people')}
      </p>
      <ul className="dry-run-figures">
        {lines
          .filter(({ count }) => count > 0)
          .map(({ count, text }) => (
            <li key={text}>
              <b>{formatNumber(count)}</b> {text}
            </li>
          ))}
      </ul>
      {passed_over > 0 && (
        <Notice tone="info">
          {formatCount(passed_over, 'person who joined earlier is', 'people who joined earlier are')} passed over. Our
          page and email promise invitations in the order people joined.
        </Notice>
      )}
      {people.length === 0 && <p className="muted">No one who is waiting matches these choices.</p>}
    </div>
  );
}

function People({ people }: { people: NextPeople['people'] }) {
  const [isAll, setAll] = useState(false);
  const now = new Date();
  const listed = isAll ? people : people.slice(0, LISTED);
  const more = people.length - listed.length;
  return (
    <>
      <ol className="dry-run-people" aria-label="People to invite" tabIndex={isAll ? 0 : undefined}>
        {listed.map((person) => (
          <li key={person.id}>
            <Person name={formatEntryName(person)} />
            <span className="muted">{formatWait(person.created_at, now)}</span>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <button type="button" className="link-button" onClick={() => setAll(true)}>
          And {formatNumber(more)} more
        </button>
      )}
    </>
  );
}
