import { needsSomeone, stripeCheckNames } from '#api/domain/stripe-report.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import type { StripeCheckReport } from '../billing-api.ts';

const MODES: Record<StripeCheckReport['mode'], [tone: BadgeTone, label: string]> = {
  live: ['green', 'Live mode'],
  test: ['yellow', 'Test mode'],
  sandbox: ['grey', 'Payment sandbox'],
};

/** How many checks need someone, the mode, and when it was checked. */
export function CheckHeading({ report }: { report: StripeCheckReport }) {
  const { lines, mode, finished_at: finishedAt } = report;
  const doPaymentsFail = lines.some(({ name, state }) => name === 'key' && state === 'error');
  const [tone, label] = doPaymentsFail ? (['red', 'Payments fail'] as const) : MODES[mode];
  return (
    <div className="checks-head">
      <h2 id="stripe-check-title">{describeReport(report)}</h2>
      <Badge tone={tone}>{label}</Badge>
      {finishedAt !== null && (
        <span className="muted">
          Checked <Time iso={finishedAt} isInSentence />
        </span>
      )}
    </div>
  );
}

function describeReport({ lines, finished_at: finishedAt }: StripeCheckReport): string {
  if (finishedAt === null) return `Checking ${lines.length} of ${stripeCheckNames.length}`;
  const count = lines.filter(needsSomeone).length;
  if (count === 0) return 'Nothing is wrong';
  return count === 1 ? '1 thing needs attention' : `${count} things need attention`;
}
