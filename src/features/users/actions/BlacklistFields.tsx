import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { formatLocalDay, fromLocalTime } from '#api/domain/local-time.ts';
import { region } from '#api/domain/region.ts';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';

/** The day (YYYY-MM-DD) of a moment in the company's time zone. */
const toCompanyDay = (at: number): string => formatLocalDay(at, region.timeZone);

/** The last second of a day (YYYY-MM-DD) in the company's time zone, in which the end is shown everywhere. */
const toEndOfDay = (day: string): string => new Date(fromLocalTime(`${day}T23:59:59`, region.timeZone)).toISOString();

const REASON_MAX_LENGTH = 1_000;
const ENDS = [
  { value: 'never', label: 'Permanent', note: 'Until an admin removes it.' },
  { value: 'day', label: 'On a day', note: 'It ends by itself.' },
] as const;

export type BlacklistValues = { reason: string; isPermanent: boolean; day: string };

export const NO_VALUES: BlacklistValues = { reason: '', isPermanent: true, day: '' };

export const isEndMissing = ({ isPermanent, day }: BlacklistValues) => !isPermanent && day < toCompanyDay(Date.now());

/** Null is permanent. */
export const toEnd = ({ isPermanent, day }: BlacklistValues) => (isPermanent ? null : toEndOfDay(day));

type Props = {
  values: BlacklistValues;
  onChange: (values: BlacklistValues) => void;
  /** Who sees the reason. */
  reasonHint: string;
  dayHint?: string;
  issues?: { reason?: string | undefined; day?: string | undefined };
};

/** Why someone is blacklisted, and until when. */
export function BlacklistFields({ values, onChange, reasonHint, dayHint, issues = {} }: Props) {
  const { reason, isPermanent, day } = values;
  return (
    <>
      <TextArea
        label="Reason"
        hint={reasonHint}
        value={reason}
        error={issues.reason}
        maxLength={REASON_MAX_LENGTH}
        required
        onChange={(event) => onChange({ ...values, reason: event.currentTarget.value })}
      />
      <RadioChoice
        legend="Ends"
        options={ENDS}
        value={isPermanent ? 'never' : 'day'}
        onChange={(end) => onChange({ ...values, isPermanent: end === 'never' })}
      />
      {!isPermanent && (
        <TextField
          type="date"
          label="Last day"
          hint={dayHint}
          value={day}
          min={toCompanyDay(Date.now())}
          error={issues.day}
          onChange={(event) => onChange({ ...values, day: event.currentTarget.value })}
        />
      )}
    </>
  );
}
