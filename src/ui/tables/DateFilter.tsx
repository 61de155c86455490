import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  label: string;
  /** As 2026-11-22; empty while off. */
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
};

/** The year 2026 is typed as 0002, 0020, 0202: the list waits for the last of them. */
const FIRST_DAY = '2000-01-01';

/** A filter by a day, with the browser's own date field. */
export function DateFilter({ label, value, min, max, onChange }: Props) {
  const [day, setDay] = useState(value);
  useEffect(() => setDay(value), [value]);
  const change = (typed: string) => {
    setDay(typed);
    if (typed === '' || typed >= FIRST_DAY) onChange(typed);
  };
  return (
    <span className={value ? 'filter is-on' : 'filter'}>
      <label className="filter-date">
        {label}
        <input
          type="date"
          className="filter-day"
          value={day}
          min={min || undefined}
          max={max || undefined}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      {value && (
        <button type="button" aria-label={`Clear the filter ${label}`} onClick={() => onChange('')}>
          <Icon name="x" size={14} />
        </button>
      )}
    </span>
  );
}
