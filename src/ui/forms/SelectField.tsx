import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

type Option = { value: string; label: string; isDisabled?: boolean };
type Props = Omit<ComponentProps<'select'>, 'children'> & FieldProps & { options: readonly Option[] };

/** A labelled choice of one of many. */
export function SelectField({ label, options, hint, error, className, ...select }: Props) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <select {...select} {...control}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
