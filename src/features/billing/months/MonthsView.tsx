import { useState } from 'react';
import type { MonthJson, MonthsJson } from '#api/features/month-closing/month-closing.contract.ts';
import { formatLongDate, formatMonthName } from '#src/lib/format/dates.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { MonthClosing } from './MonthClosing.tsx';
import { MonthFigures } from './MonthFigures.tsx';
import { fetchMonth, fetchMonths } from './months-api.ts';
import './months.css';

/** While a comparison runs, its progress is asked for so often (ms). */
const POLL_MS = 1000;

/** The books by month: what an accountant needs, closed once it agrees with Stripe. */
export function MonthsView({ canManage }: { canManage: boolean }) {
  const { value, error, reload } = useQuery('book months', fetchMonths);
  if (error !== null) return <ErrorPanel title="Couldn’t load the months" message={error} onRetry={reload} />;
  if (value === null) return <Loading />;
  return <Months months={value} canManage={canManage} onChanged={reload} />;
}

const Loading = () => (
  <div className="billing-loading">
    <Skeleton kind="line" count={6} />
  </div>
);

type Props = { months: MonthsJson; canManage: boolean; onChanged: () => void };

function Months({ months: { months }, canManage, onChanged }: Props) {
  const next = months.findLast(({ is_over: isOver, closed_at: closedAt }) => isOver && closedAt === null);
  const [chosen, setChosen] = useState((next ?? months[0])?.month ?? '');
  const { value, error, reload } = useQuery(`books of ${chosen}`, (signal) => fetchMonth(chosen, signal), {
    pollAfter: (loaded) => (loaded?.check?.finished_at === null ? POLL_MS : null),
  });
  const refresh = () => {
    reload();
    onChanged();
  };
  const closed = months.filter(({ closed_at: closedAt }) => closedAt !== null);
  return (
    <>
      <SelectField
        label="Month"
        className="month-field"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={months.map((each) => ({ value: each.month, label: describeMonth(each) }))}
      />
      {error !== null && <ErrorPanel title="Couldn’t load the books" message={error} onRetry={reload} />}
      {value === null && error === null && <Loading />}
      {value && <Books key={value.month} books={value} canManage={canManage} onChanged={refresh} />}
      {closed.length > 0 && <ClosedMonths months={closed} onChoose={setChosen} />}
    </>
  );
}

function describeMonth({ month, is_over: isOver, closed_at: closedAt }: MonthsJson['months'][number]): string {
  const state = closedAt === null ? '' : ', closed';
  return `${formatMonthName(month)} ${month.slice(0, 4)}${isOver ? state : ', not over yet'}`;
}

const Books = ({ books, canManage, onChanged }: { books: MonthJson; canManage: boolean; onChanged: () => void }) => (
  <>
    <MonthClosing books={books} canManage={canManage} onChanged={onChanged} />
    <MonthFigures figures={books.figures} />
  </>
);

type ClosedProps = { months: MonthsJson['months']; onChoose: (month: string) => void };

const ClosedMonths = ({ months, onChoose }: ClosedProps) => (
  <section className="screen-section" aria-labelledby="closed-months">
    <h2 id="closed-months">Closed months</h2>
    <ul className="closed-months">
      {months.map((each) => (
        <li key={each.month}>
          <button type="button" className="link" onClick={() => onChoose(each.month)}>
            {formatMonthName(each.month)} {each.month.slice(0, 4)}
          </button>{' '}
          <span className="muted">
            {each.closed_at && formatLongDate(each.closed_at)}, {each.closed_by_name}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
