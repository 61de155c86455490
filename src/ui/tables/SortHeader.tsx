import { Icon } from '#src/ui/icons/Icon.tsx';

export type SortOrder = 'ASC' | 'DESC';
export type Sort<Column extends string> = { by: Column; order: SortOrder };

type Props<Column extends string> = {
  label: string;
  column: Column;
  sort: Sort<Column>;
  /** The order after the first click on this column; another click reverses it. */
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
        <Icon name={isSorted && sort.order === 'ASC' ? 'arrow-up' : 'arrow-down'} size={13} />
      </button>
    </th>
  );
}
