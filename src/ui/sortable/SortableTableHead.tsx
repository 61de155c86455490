/** The head of a table whose rows have handles. */
export function SortableTableHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th className="handle">
          <span className="visually-hidden">Order</span>
        </th>
        {columns.map((label) => (
          <th key={label} scope="col" className={label === 'Actions' ? 'narrow' : undefined}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
