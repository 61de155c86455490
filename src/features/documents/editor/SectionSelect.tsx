import { useId } from 'react';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';

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
  const id = useId();
  const groups = Map.groupBy(sections ?? [], (section) => section.product_name ?? UNASSIGNED);
  const isUnknown = value !== null && !sections?.some((section) => section.id === value);
  return (
    <div className="field">
      <label htmlFor={id}>Section</label>
      {sections === null && (
        <p className="field-hint" id={`${id}-hint`}>
          The sections could not be loaded. What was chosen stays.
        </p>
      )}
      <select
        id={id}
        name="section_id"
        value={value ?? ''}
        aria-describedby={
          [sections === null && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
        aria-invalid={error ? true : undefined}
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
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
