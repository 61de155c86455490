type Props = {
  label: string;
  /** Of the row's thing, for those who hear the button without seeing the row. */
  name: string;
  isDestructive?: boolean;
  onClick: () => void;
};

/** An act on one row of a table. */
export function RowButton({ label, name, isDestructive = false, onClick }: Props) {
  return (
    <button
      type="button"
      className={isDestructive ? 'danger' : undefined}
      aria-label={`${label} ${name}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
}
