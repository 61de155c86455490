import { CheckField } from '#src/ui/forms/CheckField.tsx';

type Props<Id> = {
  /** The rows of the page. */
  rows: readonly { id: Id }[];
  selected: ReadonlySet<Id>;
  isLabelHidden: boolean;
  onSelect: (ids: readonly Id[], isOn: boolean) => void;
};

/** The box that selects every row of the page. */
export function SelectAll<Id>({ rows, selected, isLabelHidden, onSelect }: Props<Id>) {
  const isAll = rows.every(({ id }) => selected.has(id));
  return (
    <CheckField
      label="Select all on this page"
      isLabelHidden={isLabelHidden}
      checked={isAll}
      isMixed={!isAll && selected.size > 0}
      onChange={({ target }) =>
        onSelect(
          rows.map(({ id }) => id),
          target.checked,
        )
      }
    />
  );
}
