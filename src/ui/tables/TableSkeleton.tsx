type Props = { columns: readonly string[]; rows?: number };

/** The shape of a table that is on its way; said once to those who do not see it. */
export function TableSkeleton({ columns, rows = 8 }: Props) {
  const lines = Array.from({ length: rows }, (_, at) => `row-${at}`);
  return (
    <div className="table-skeleton">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <table className="admin-table" aria-hidden="true">
        <thead>
          <tr>
            {columns.map((label) => (
              <th key={label}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              {columns.map((label) => (
                <td key={label}>
                  <span className="skeleton" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
