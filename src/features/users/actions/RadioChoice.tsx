import { useId } from 'react';

type Props<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; note: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of two, each with what it means. */
export function RadioChoice<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="choices choices-two">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>
            <b>{option.label}</b>
            <span className="row-note">{option.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
