import { useState } from 'react';
import type { CodeField } from '#api/domain/fields.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { formatCodeExample, listCodes } from './code-names.ts';
import type { FormFieldProps } from './form-fields.ts';

const EXAMPLE_WORDS = { time_zone: 'Now it is', other: 'Such as' };

/** A country, currency, language, locale or time zone by its name, with an example of what it does. */
export function CodeInput({ field, path, value, faults, onChange }: FormFieldProps<CodeField>) {
  const [now] = useState(() => Date.now());
  const code = String(value);
  const example = formatCodeExample(field.of, code, now);
  const words = field.of === 'time_zone' ? EXAMPLE_WORDS.time_zone : EXAMPLE_WORDS.other;
  const hint = [field.hint, example && `${words} ${example}.`].filter(Boolean).join(' ');
  return (
    <SelectField
      name={path}
      label={field.label}
      hint={hint || undefined}
      error={faults.get(path)}
      options={listCodes(field.of, code)}
      value={code}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
