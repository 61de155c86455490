import type { ReactNode } from 'react';
import { needsSomeone, type StripeCheckState, stripeCheckTitles } from '#api/domain/stripe-report.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';
import type { StripeCheckReport } from '../billing-api.ts';

const STATES: Record<StripeCheckState, [icon: IconName | null, label: string]> = {
  ok: ['check', 'Right'],
  warning: ['circle-alert', 'Warning'],
  error: ['x', 'Wrong'],
  skipped: [null, 'Not checked'],
};

type Props = { line: StripeCheckReport['lines'][number]; action: ReactNode };

/** One check: its state, what is so, what exactly, and how to put it right. */
export function CheckRow({ line, action }: Props) {
  const { name, state, text, details, remedy, at } = line;
  const [icon, label] = STATES[state];
  return (
    <li className={needsSomeone(line) ? 'check-row needs' : 'check-row'}>
      <span className={`check-state check-${state}`} role="img" aria-label={label}>
        {icon ? <Icon name={icon} size={14} /> : <span aria-hidden="true">–</span>}
      </span>
      <h3>{stripeCheckTitles[name]}</h3>
      <div>
        <p className={state === 'skipped' ? 'muted' : undefined}>
          {text} {at !== null && <Time iso={at} />}
        </p>
        {details.length > 0 && (
          <ul className="check-details">
            {details.map((detail) => (
              <li key={detail}>{/\s/.test(detail) ? detail : <code>{detail}</code>}</li>
            ))}
          </ul>
        )}
        {remedy !== null && <p className="check-remedy">{remedy}</p>}
      </div>
      {action}
    </li>
  );
}
