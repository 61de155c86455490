import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';

/** What can be done now; a hint for what would do nothing misleads. */
type Available = Record<'decide' | 'move' | 'details' | 'select' | 'undo', boolean>;
type Props = {
  shortcuts: readonly Shortcut[];
  available: Available;
  areOn: boolean;
  onToggle: (areOn: boolean) => void;
};
type Hint = { keys: string[]; label: string; action: keyof Available; isRange?: boolean };

const HINTS: Hint[] = [
  { keys: ['J', 'K'], label: 'next, previous', action: 'move' },
  { keys: ['Space'], label: 'scroll', action: 'details' },
  { keys: ['A'], label: 'approve', action: 'decide' },
  { keys: ['C'], label: 'request changes', action: 'decide' },
  { keys: ['R'], label: 'reject', action: 'decide' },
  { keys: ['1', '9'], label: 'reasons', isRange: true, action: 'decide' },
  { keys: ['E'], label: 'comments', action: 'decide' },
  { keys: ['D'], label: 'details', action: 'details' },
  { keys: ['X'], label: 'select', action: 'select' },
  { keys: ['Z'], label: 'undo', action: 'undo' },
];

/** The keys of the screen, along its foot; only where there is a keyboard. */
export function KeysBar({ shortcuts, available, areOn, onToggle }: Props) {
  return (
    <section className="review-keys" aria-label="Keys" data-toast-avoid>
      {areOn &&
        HINTS.filter(({ action }) => available[action]).map(({ keys, label, isRange = false }) => (
          <span key={label}>
            {keys.map((key, at) => (
              <span key={key}>
                {at > 0 && (isRange ? ' – ' : ' ')}
                <kbd>{key}</kbd>
              </span>
            ))}{' '}
            {label}
          </span>
        ))}
      <span className="review-keys-end">
        <KeyboardShortcuts items={areOn ? shortcuts : []} />
        <button type="button" className="link-button" onClick={() => onToggle(!areOn)}>
          {areOn ? 'Turn keys off' : 'Turn keys on'}
        </button>
      </span>
    </section>
  );
}
