import { ColumnHead } from './ColumnHead.tsx';

type Props = {
  columns: readonly string[];
  narrow?: readonly string[];
  mid?: readonly string[];
  numbers?: readonly string[];
  hasHandles?: boolean;
};

/** The head of a table: one cell for each column. `narrow` columns are as wide as their content, `mid` ones are left out on narrow screens, `numbers` stand at the end of theirs; `hasHandles`: rows are sortable. */
export function TableHead({ columns, narrow = [], mid = [], numbers = [], hasHandles = false }: Props) {
  return (
    <thead>
      <tr>
        {hasHandles && (
          <th className="handle">
            <span className="visually-hidden">Order</span>
          </th>
        )}
        {columns.map((label) => (
          <ColumnHead
            key={label}
            label={label}
            isNarrow={narrow.includes(label)}
            isMid={mid.includes(label)}
            isNumber={numbers.includes(label)}
          />
        ))}
      </tr>
    </thead>
  );
}
