import { ColumnHead } from '#src/ui/tables/ColumnHead.tsx';

/** The head of a table whose rows have handles. */
export function SortableTableHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th className="handle">
          <span className="visually-hidden">Order</span>
        </th>
        {columns.map((label) => (
          <ColumnHead key={label} label={label} />
        ))}
      </tr>
    </thead>
  );
}
