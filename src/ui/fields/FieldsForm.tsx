import './fields.css';
import { type FocusEvent, useState } from 'react';
import { FieldInput } from './FieldInput.tsx';
import type { Fields } from '#api/domain/fields.ts';
import type { FaultsByPath } from './form-fields.ts';

type Props = {
  fields: Fields;
  values: Readonly<Record<string, unknown>>;
  /** What the names of the controls begin with, as in 'company.'. */
  prefix?: string;
  /** By the name of the control. */
  faults: FaultsByPath;
  onChange: (name: string, value: unknown) => void;
};

/** The form of any declaration of fields. A fault that appears while its field is typed in is shown when the field is left. */
export function FieldsForm({ fields, values, prefix = '', faults, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const shownFaults = typed === null ? faults : new Map([...faults].filter(([path]) => path !== typed));
  const hold = ({ target }: FocusEvent<Element>) => {
    const { name } = target as HTMLInputElement;
    setTyped(name && !faults.has(name) ? name : null);
  };
  return (
    // No form element: formatted text and images open forms of their own.
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus is that of the fields inside
    <div className="fields" onFocus={hold} onBlur={() => setTyped(null)}>
      {Object.entries(fields).map(([name, field]) => (
        <FieldInput
          key={name}
          field={field}
          path={`${prefix}${name}`}
          value={values[name]}
          faults={shownFaults}
          onChange={(value) => onChange(name, value)}
        />
      ))}
    </div>
  );
}
