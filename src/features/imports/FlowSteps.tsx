import { Icon } from '#src/ui/icons/Icon.tsx';

const STEPS = { choose: 'Choose', check: 'Check', import: 'Import', report: 'Report' } as const;
export type Step = keyof typeof STEPS;

/** Where an import is. */
export function FlowSteps({ current }: { current: Step }) {
  const names = Object.keys(STEPS) as Step[];
  const at = names.indexOf(current);
  return (
    <ol className="flow-steps" aria-label="Steps">
      {names.map((name, index) => (
        <li key={name} className={index < at ? 'is-done' : undefined} aria-current={index === at ? 'step' : undefined}>
          <span>{index < at ? <Icon name="check" size={12} /> : index + 1}</span>
          {STEPS[name]}
        </li>
      ))}
    </ol>
  );
}
