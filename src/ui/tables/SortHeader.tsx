export type SortOrder = 'ASC' | 'DESC';
export type Sort<Column extends string> = { by: Column; order: SortOrder };

type Props<Column extends string> = {
  label: string;
  column: Column;
  sort: Sort<Column>;
  /** The order that the first click on this column brings; another click turns it round. */
  first?: SortOrder;
  onSort: (sort: Sort<Column>) => void;
  className?: string;
};

/** The head of a column that sorts by it. */
export function SortHeader<Column extends string>(props: Props<Column>) {
  const { label, column, sort, first = 'ASC', onSort, className } = props;
  const isSorted = sort.by === column;
  const turned = sort.order === 'ASC' ? 'DESC' : 'ASC';
  const state = sort.order === 'ASC' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? state : 'none'}>
      <button type="button" className="sort" onClick={() => onSort({ by: column, order: isSorted ? turned : first })}>
        {label}
        <svg viewBox="0 0 10 14" width="10" height="14" aria-hidden="true">
          <path className="up" d="M5 1 9 6H1z" />
          <path className="down" d="M5 13 1 8h8z" />
        </svg>
      </button>
    </th>
  );
}
