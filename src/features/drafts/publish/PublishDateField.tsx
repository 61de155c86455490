import { fromLocalTime, toLocalTime } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { formatMoment, formatOnReadersClock, getZoneName, isReaderElsewhere } from '#src/lib/format/dates.ts';

type Props = {
  /** ISO 8601; null: when it is published. */
  value: string | null;
  /** Said while there is no date. */
  emptyHint: string;
  /** Times before it are not offered (ms UTC). */
  earliest?: number;
  error: string | undefined;
  onChange: (iso: string | null) => void;
};

/** When a post is out, in the company's time zone, as on the page. A time to come schedules it. */
export function PublishDateField({ value, emptyHint, earliest, error, onChange }: Props) {
  return (
    <div className="when-field">
      <TextField
        label="Publish date"
        name="published_at"
        type="datetime-local"
        value={value ? toLocalTime(Date.parse(value), region.timeZone) : ''}
        hint={`In ${getZoneName()}. ${emptyHint}`}
        min={earliest === undefined ? undefined : toLocalTime(earliest, region.timeZone)}
        error={error}
        onChange={(event) => onChange(toIso(event.currentTarget.value))}
      />
      {value && isReaderElsewhere(value) && (
        <p className="field-hint">
          {formatMoment(value)}
          <br />
          {formatOnReadersClock(value)}
        </p>
      )}
      {value && (
        <button type="button" className="link-button" onClick={() => onChange(null)}>
          Clear date
        </button>
      )}
    </div>
  );
}

function toIso(value: string): string | null {
  const at = fromLocalTime(value, region.timeZone);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
