import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { Field } from '#src/ui/forms/Field.tsx';

type Props = {
  /** Null when they could not be loaded. */
  sections: readonly SectionJson[] | null;
  value: number | null;
  error: string | undefined;
  onChange: (id: number | null) => void;
};

const UNASSIGNED = 'Unassigned';

/** The section that a document belongs to, by product. */
export function SectionSelect({ sections, value, error, onChange }: Props) {
  const groups = Map.groupBy(sections ?? [], (section) => section.product_name ?? UNASSIGNED);
  const isUnknown = value !== null && !sections?.some((section) => section.id === value);
  const hint = sections === null ? 'Couldn’t load the sections. Your choice is kept.' : undefined;
  return (
    <Field label="Section" hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          name="section_id"
          value={value ?? ''}
          onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
        >
          <option value="">No section</option>
          {isUnknown && <option value={value}>Section {value}</option>}
          {[...groups].map(([product, inside]) => (
            <optgroup key={product} label={product}>
              {inside.map((section) => (
                <option key={section.id} value={section.id}>
                  {section.name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
