import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';

type Props = { shortcuts: readonly Shortcut[]; canDecide: boolean; areOn: boolean; onToggle: (areOn: boolean) => void };

const HINTS = [
  { keys: ['J', 'K'], label: 'next, previous' },
  { keys: ['Space'], label: 'scroll' },
  { keys: ['A'], label: 'approve', isForDecision: true },
  { keys: ['C'], label: 'request changes', isForDecision: true },
  { keys: ['R'], label: 'reject', isForDecision: true },
  { keys: ['1', '9'], label: 'reasons', isRange: true, isForDecision: true },
  { keys: ['E'], label: 'comments', isForDecision: true },
  { keys: ['D'], label: 'details' },
  { keys: ['X'], label: 'select' },
  { keys: ['Z'], label: 'undo' },
];

/** The keys of the screen, along its foot; only where there is a keyboard. */
export function KeysBar({ shortcuts, canDecide, areOn, onToggle }: Props) {
  return (
    <section className="review-keys" aria-label="Keys" data-toast-avoid>
      {areOn &&
        HINTS.filter(({ isForDecision = false }) => canDecide || !isForDecision).map(
          ({ keys, label, isRange = false }) => (
            <span key={label}>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && (isRange ? ' – ' : ' ')}
                  <kbd>{key}</kbd>
                </span>
              ))}{' '}
              {label}
            </span>
          ),
        )}
      <span className="review-keys-end">
        <KeyboardShortcuts items={areOn ? shortcuts : []} />
        <button type="button" className="link-button" onClick={() => onToggle(!areOn)}>
          {areOn ? 'Turn keys off' : 'Turn keys on'}
        </button>
      </span>
    </section>
  );
}
