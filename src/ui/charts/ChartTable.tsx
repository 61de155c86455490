type Props = {
  caption: string;
  columns: readonly string[];
  /** The first cell of a row is its head; the others are numbers. */
  rows: readonly (readonly string[])[];
};

/** The numbers of a chart, folded away below it. */
export function ChartTable({ caption, columns, rows }: Props) {
  return (
    <details className="fold">
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <section className="chart-table" aria-label={caption} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column} scope="col" className={at > 0 ? 'number' : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head, ...cells]) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, at) => (
                  <td key={columns[at + 1]} className="number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
