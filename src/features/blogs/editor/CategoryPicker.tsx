import type { CategoryWithCountJson } from '#api/features/categories/categories.contract.ts';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { paths } from '#src/lib/paths.ts';

type Props = {
  categories: readonly CategoryWithCountJson[];
  chosen: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

/** Any number of categories; the first chosen is the main one. */
export function CategoryPicker({ categories, chosen, error, onChange }: Props) {
  return (
    <fieldset className="choices category-choice">
      <legend>Categories</legend>
      {categories.length === 0 && (
        <p className="field-hint">
          No categories yet. <a href={paths.categoryManager}>Add one</a>
        </p>
      )}
      {categories.map(({ id, name }) => (
        <CheckField
          key={id}
          label={chosen.length > 1 && chosen[0] === id ? `${name} (main)` : name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
      {error && (
        <p className="field-error" tabIndex={-1} aria-invalid="true">
          {error}
        </p>
      )}
    </fieldset>
  );
}
