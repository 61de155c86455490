import { formatLocalDay, fromLocalTime } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';

/** Whether something ends by itself, and its last day (YYYY-MM-DD) in the company's time zone. */
export type EndValues = { isPermanent: boolean; day: string };

export const NO_END: EndValues = { isPermanent: true, day: '' };

/** The day (YYYY-MM-DD) of a moment in the company's time zone. */
const toCompanyDay = (at: number): string => formatLocalDay(at, region.timeZone);

/** The last second of a day (YYYY-MM-DD) in the company's time zone, in which the end is shown everywhere. */
const toEndOfDay = (day: string): string => new Date(fromLocalTime(`${day}T23:59:59`, region.timeZone)).toISOString();

export const isEndMissing = ({ isPermanent, day }: EndValues) => !isPermanent && day < toCompanyDay(Date.now());

/** Null is permanent. */
export const toEnd = ({ isPermanent, day }: EndValues) => (isPermanent ? null : toEndOfDay(day));

type Props = {
  value: EndValues;
  /** What it means that nothing ends it. */
  never: { label: string; note: string };
  dayHint?: string | undefined;
  issue?: string | undefined;
  onChange: (value: EndValues) => void;
};

/** Asks until when something lasts: without an end, or until a day. */
export function EndChoice({ value, never, dayHint, issue, onChange }: Props) {
  const { isPermanent, day } = value;
  return (
    <>
      <RadioChoice
        legend="Ends"
        options={[
          { value: 'never', ...never },
          { value: 'day', label: 'On a day', note: 'It ends by itself.' },
        ]}
        value={isPermanent ? 'never' : 'day'}
        onChange={(end) => onChange({ day, isPermanent: end === 'never' })}
      />
      {!isPermanent && (
        <TextField
          type="date"
          label="Last day"
          hint={dayHint}
          value={day}
          min={toCompanyDay(Date.now())}
          error={issue}
          onChange={(event) => onChange({ isPermanent, day: event.currentTarget.value })}
        />
      )}
    </>
  );
}
