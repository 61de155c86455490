import { ColumnHead } from './ColumnHead.tsx';

type Props = { columns: readonly string[]; narrow?: readonly string[] };

/** The head of a table: one cell for each column; those that are `narrow` take no more than they need. */
export function TableHead({ columns, narrow = [] }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((label) => (
          <ColumnHead key={label} label={label} isNarrow={narrow.includes(label)} />
        ))}
      </tr>
    </thead>
  );
}
