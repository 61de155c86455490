import { ColumnHead } from './ColumnHead.tsx';

type Props = {
  columns: readonly string[];
  rows?: number;
  /** The rows start with an image. */
  hasThumbs?: boolean;
  /** The class of the table that loads, where its style leaves out columns. */
  className?: string;
};

/** The shape of a table that loads, after 150 ms so that a fast answer never flickers; read out once. */
export function TableSkeleton({ columns, rows = 8, hasThumbs = false, className }: Props) {
  const lines = Array.from({ length: rows }, (_, at) => `row-${at}`);
  return (
    <div className="table-skeleton">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <table className={['admin-table', className].filter(Boolean).join(' ')} aria-hidden="true">
        <thead>
          <tr>
            {columns.map((label) => (
              <ColumnHead key={label} label={label} />
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              {columns.map((label, at) => (
                <td key={label}>
                  {at === 0 ? (
                    <span className="skeleton-title">
                      {hasThumbs && <span className="skeleton skeleton-thumb" />}
                      <span className="skeleton" />
                      <span className="skeleton" />
                    </span>
                  ) : (
                    <span className="skeleton" />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
