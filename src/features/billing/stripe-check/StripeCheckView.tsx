import { useEffect, useRef } from 'react';
import { needsSomeone, stripeCheckNames, stripeCheckTitles } from '#api/domain/stripe-report.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { addStripeEvents, fetchStripeCheck, startStripeCheck, type StripeCheckReport } from '../billing-api.ts';
import { CheckRow } from './CheckRow.tsx';

const MODES: Record<StripeCheckReport['mode'], [tone: BadgeTone, label: string]> = {
  live: ['green', 'Live mode'],
  test: ['yellow', 'Test mode'],
  sandbox: ['grey', 'Payment sandbox'],
};

/** How many checks need someone, the mode, and when it was checked. */
function CheckHeading({ report }: { report: StripeCheckReport }) {
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

/** While a check runs, its lines are asked for so often (ms). */
const POLL_MS = 500;

type Props = { canManage: boolean; onChecked: () => void };

/** Compares the account at Stripe with the settings when it is opened, and on demand: what needs someone stands first. */
export function StripeCheckView({ canManage, onChecked }: Props) {
  const isStarted = useRef(false);
  const { value, error, reload } = useQuery(
    'stripe-check',
    (signal) => {
      const load = isStarted.current ? fetchStripeCheck : startStripeCheck;
      isStarted.current = true;
      return load(signal);
    },
    { pollAfter: (loaded) => (loaded?.report?.finished_at === null ? POLL_MS : null) },
  );
  const report = value?.report ?? null;
  const isRunning = report !== null && report.finished_at === null;
  const finishedAt = report?.finished_at ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each check that has finished
  useEffect(() => {
    if (finishedAt !== null) onChecked();
  }, [finishedAt]);

  const checkAgain = () => {
    isStarted.current = false;
    reload();
  };
  const addition = useToastAction(
    async () => {
      await addStripeEvents();
      return 'Stripe sends these events now.';
    },
    { onSettled: reload },
  );

  if (error !== null) return <ErrorPanel title="Couldn’t load the Stripe check" message={error} onRetry={reload} />;
  if (value === null) {
    return (
      <div className="billing-loading">
        <Skeleton kind="line" count={8} />
      </div>
    );
  }
  if (report === null) {
    return (
      <EmptyState title="Nothing to check yet" icon="credit-card">
        <p>Once Stripe’s keys are set, this page says what is right with the account and how to mend the rest.</p>
      </EmptyState>
    );
  }
  return (
    <section className="stripe-check" aria-labelledby="stripe-check-title">
      <PageAction>
        <Button isBusy={isRunning} busyLabel="Checking..." onClick={checkAgain}>
          Check again
        </Button>
      </PageAction>
      <CheckHeading report={report} />
      <ul className="checks" aria-busy={isRunning}>
        {sortLines(report).map((line) => (
          <CheckRow
            key={line.name}
            line={line}
            action={
              canManage &&
              line.name === 'events' &&
              line.state === 'error' && (
                <Button
                  variant="secondary"
                  className="button-small"
                  isBusy={addition.isBusy}
                  busyLabel="Adding..."
                  onClick={() => void addition.run()}
                >
                  Add {line.details.length === 1 ? '1 event' : `${line.details.length} events`}
                </Button>
              )
            }
          />
        ))}
        {listPending(report).map((name) => (
          <li key={name} className="check-row">
            <span className="check-state check-skipped" />
            <h3>{stripeCheckTitles[name]}</h3>
            <Skeleton kind="line" count={1} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Errors, then warnings, then the rest in their order. */
function sortLines({ lines }: StripeCheckReport): StripeCheckReport['lines'] {
  const errors = lines.filter(({ state }) => state === 'error');
  const warnings = lines.filter(({ state }) => state === 'warning');
  return [...errors, ...warnings, ...lines.filter((line) => !needsSomeone(line))];
}

const listPending = ({ lines, finished_at }: StripeCheckReport) =>
  finished_at === null ? stripeCheckNames.filter((name) => lines.every((line) => line.name !== name)) : [];
