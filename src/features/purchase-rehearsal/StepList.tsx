import { rehearsalStepTitles } from '#api/domain/purchase-rehearsal.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';
import type { RehearsalStep } from './rehearsal-api.ts';

const STATES: Record<RehearsalStep['state'], [icon: IconName | null, label: string]> = {
  ok: ['check', 'Passed'],
  failed: ['x', 'Failed'],
  skipped: [null, 'Not tried'],
};

/** Steps with their state, what happened, and what to do about it. */
export const StepList = ({ steps }: { steps: readonly RehearsalStep[] }) => (
  <ul className="rehearsal-steps">
    {steps.map(({ name, state, text, remedy }) => {
      const [icon, label] = STATES[state];
      return (
        <li key={name} data-state={state}>
          <span className="step-state" role="img" aria-label={label}>
            {icon ? <Icon name={icon} size={14} /> : <span aria-hidden="true">–</span>}
          </span>
          <h3>{rehearsalStepTitles[name]}</h3>
          <div>
            <p>{text}</p>
            {remedy !== null && <p className="muted">{remedy}</p>}
          </div>
        </li>
      );
    })}
  </ul>
);
