type Props = { columns: readonly string[]; narrow?: readonly string[] };

/** The head of a table: one cell for each column; those that are `narrow` take no more than they need. */
export function TableHead({ columns, narrow = [] }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((label) => (
          <th key={label} scope="col" className={narrow.includes(label) ? 'narrow' : undefined}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
