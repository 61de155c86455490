type Props = { label: string; isNarrow?: boolean; isMid?: boolean; isNumber?: boolean };

/** The head of a column that does not sort. The menus of the rows say what they are: their column is only read out. */
export function ColumnHead({ label, isNarrow = false, isMid = false, isNumber = false }: Props) {
  const isActions = label === 'Actions';
  return (
    <th
      scope="col"
      className={
        [(isNarrow || isActions) && 'narrow', isMid && 'mid', isNumber && 'number'].filter(Boolean).join(' ') ||
        undefined
      }
    >
      {isActions ? <span className="visually-hidden">{label}</span> : label}
    </th>
  );
}
