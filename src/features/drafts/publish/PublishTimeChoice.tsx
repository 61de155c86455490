import { PublishDateField } from './PublishDateField.tsx';

type Props = {
  isScheduled: boolean;
  /** ISO 8601. */
  at: string | null;
  companyTimeZone: string;
  error: string | undefined;
  onChoose: (isScheduled: boolean) => void;
  onChange: (at: string | null) => void;
};

/** Now, or at a time. */
export function PublishTimeChoice({ isScheduled, at, companyTimeZone, error, onChoose, onChange }: Props) {
  return (
    <>
      <fieldset className="choices publish-time">
        <legend className="visually-hidden">When</legend>
        <Choice
          label="Now"
          hint="It goes live straight away."
          isChecked={!isScheduled}
          onChoose={() => onChoose(false)}
        />
        <Choice
          label="At a time"
          hint="It goes live by itself."
          isChecked={isScheduled}
          onChoose={() => onChoose(true)}
        />
      </fieldset>
      {isScheduled && (
        <PublishDateField
          value={at}
          companyTimeZone={companyTimeZone}
          emptyHint="Choose a day and a time."
          error={error}
          onChange={onChange}
        />
      )}
    </>
  );
}

type ChoiceProps = { label: string; hint: string; isChecked: boolean; onChoose: () => void };

function Choice({ label, hint, isChecked, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name="publish-time" checked={isChecked} onChange={onChoose} />
      <span>
        <strong>{label}</strong>
        <span className="field-hint">{hint}</span>
      </span>
    </label>
  );
}
