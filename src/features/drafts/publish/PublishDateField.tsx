import { TextField } from '#src/ui/forms/TextField.tsx';

type Props = {
  /** ISO 8601; null: when it is published. */
  value: string | null;
  companyTimeZone: string;
  /** Said while there is no date. */
  emptyHint: string;
  error: string | undefined;
  onChange: (iso: string | null) => void;
};

/** When a post is out. A time to come schedules it. Both time zones are named, that of the browser and the company's. */
export function PublishDateField({ value, companyTimeZone, emptyHint, error, onChange }: Props) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="when-field">
      <TextField
        label="Publish date"
        name="published_at"
        type="datetime-local"
        value={value ? toLocalInput(value) : ''}
        hint={`Your time zone: ${zone}. ${emptyHint}`}
        error={error}
        onChange={(event) => onChange(fromLocalInput(event.currentTarget.value))}
      />
      {value && (
        <p className="field-hint">
          {formatInTimeZone(value, zone)}
          {zone !== companyTimeZone && (
            <>
              <br />
              {formatInTimeZone(value, companyTimeZone)}
            </>
          )}
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

function formatInTimeZone(iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-NZ', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  });
  const formatted = format.format(new Date(iso));
  return formatted.endsWith(timeZone) ? formatted : `${formatted}, ${timeZone}`;
}

/** What a field for local times shows of a moment: '2026-11-21T15:04'. */
function toLocalInput(iso: string): string {
  const date = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A time without a zone is one of this browser's zone. */
function fromLocalInput(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
