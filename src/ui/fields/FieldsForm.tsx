import './fields.css';
import { FieldInput } from './FieldInput.tsx';
import type { Fields } from '#api/domain/fields.ts';
import type { FaultsByPath } from './form-fields.ts';
import { useHeldFaults } from './use-held-faults.ts';

type Props = {
  fields: Fields;
  values: Readonly<Record<string, unknown>>;
  /** What the names of the controls begin with, as in 'company.'. */
  prefix?: string;
  /** By the name of the control. */
  faults: FaultsByPath;
  onChange: (name: string, value: unknown) => void;
};

/** The form of any declaration of fields. */
export function FieldsForm({ fields, values, prefix = '', faults, onChange }: Props) {
  const { shownFaults, hold } = useHeldFaults(faults);
  return (
    // No form element: formatted text and images open forms of their own.
    <div className="fields" {...hold}>
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
