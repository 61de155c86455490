type Props = { label: string; isNarrow?: boolean; isMid?: boolean };

/** The head of a column that does not sort. The menus of the rows say what they are: their column is only read out. */
export function ColumnHead({ label, isNarrow = false, isMid = false }: Props) {
  const isActions = label === 'Actions';
  return (
    <th
      scope="col"
      className={[(isNarrow || isActions) && 'narrow', isMid && 'mid'].filter(Boolean).join(' ') || undefined}
    >
      {isActions ? <span className="visually-hidden">{label}</span> : label}
    </th>
  );
}
