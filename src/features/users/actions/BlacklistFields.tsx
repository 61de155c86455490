import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { EndChoice, type EndValues, NO_END } from './EndChoice.tsx';

const REASON_MAX_LENGTH = 1_000;
const PERMANENT = { label: 'Permanent', note: 'Until an admin removes it.' };

export type BlacklistValues = EndValues & { reason: string };

export const NO_VALUES: BlacklistValues = { reason: '', ...NO_END };

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
  return (
    <>
      <TextArea
        label="Reason"
        hint={reasonHint}
        value={values.reason}
        error={issues.reason}
        maxLength={REASON_MAX_LENGTH}
        required
        onChange={(event) => onChange({ ...values, reason: event.currentTarget.value })}
      />
      <EndChoice
        value={values}
        never={PERMANENT}
        dayHint={dayHint}
        issue={issues.day}
        onChange={(end) => onChange({ ...values, ...end })}
      />
    </>
  );
}
