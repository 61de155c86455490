import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  label: string;
  /** The first one, with an empty value, shows all. */
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** It orders the list instead of narrowing it: without a frame, never off. */
  isOrder?: boolean;
};

/** A filter. It shows its name while off and its value while on; a native select lies on top of the text. */
export function FilterSelect({ label, options, value, onChange, isOrder = false }: Props) {
  const isOn = value !== '' && !isOrder;
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  const className = ['filter', isOn && 'is-on', isOrder && 'is-order'].filter(Boolean).join(' ');
  return (
    <span className={className}>
      <span aria-hidden="true" className="filter-words">
        {!isOn && !isOrder && <Icon name="plus" size={14} />}
        {isOrder && <span className="filter-name">{label}</span>}
        {isOrder ? chosen : isOn ? `${label}: ${chosen}` : label}
        {isOrder && <Icon name="chevrons-up-down" size={14} />}
      </span>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {isOn && (
        <button type="button" aria-label={`Clear the filter ${label}`} onClick={() => onChange('')}>
          <Icon name="x" size={14} />
        </button>
      )}
    </span>
  );
}
