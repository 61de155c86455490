import './purchase-rehearsal.css';
import { useState } from 'react';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { formatCents } from '#api/domain/money.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { paths } from '#src/lib/paths.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { PageAction } from '#src/ui/crud/PageAction.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import {
  fetchRehearsal,
  type PurchaseRehearsal,
  type RehearsalRecord,
  type RehearsedPurchase,
  startRehearsal,
} from './rehearsal-api.ts';
import { StepList } from './StepList.tsx';

/** While a rehearsal runs, its steps are asked for so often (ms). */
const POLL_MS = 500;

/** Whether what is sold can be bought: each plan is bought in the payment sandbox as a visitor would buy it. */
export function PurchaseRehearsalIsland() {
  return <RequireAuth access="settings.manage">{() => <RehearsalScreen />}</RequireAuth>;
}

function RehearsalScreen() {
  const { value, error, reload } = useQuery('purchase rehearsal', fetchRehearsal, {
    pollAfter: (loaded) => (loaded?.state === 'running' ? POLL_MS : null),
  });
  const start = useToastAction(startRehearsal, { failure: 'The rehearsal didn’t start', onSettled: reload });
  const [record, setRecord] = useState<RehearsalRecord | null>(null);
  if (error !== null) return <ErrorPanel title="Couldn’t load the rehearsal" message={error} onRetry={reload} />;
  if (value === null) return <Skeleton kind="line" count={8} />;
  const { state, offer_count: offerCount, rehearsal } = value;
  if (offerCount === 0) {
    return (
      <EmptyState title="Nothing is sold yet" icon="credit-card">
        <p>
          Publish a plan with a price, and rehearse its purchase here. <a href={paths.adminPlans}>Go to the plans</a>
        </p>
      </EmptyState>
    );
  }
  const isRunning = state === 'running' || start.isBusy;
  return (
    <div className="screen-parts purchase-rehearsal">
      <PageAction>
        <Button isBusy={isRunning} busyLabel="Rehearsing..." onClick={() => void start.run()}>
          {rehearsal ? 'Rehearse again' : 'Rehearse'}
        </Button>
      </PageAction>
      <p className="lead-line">
        {formatCount(offerCount, 'purchase')}, as a visitor makes them: the page, the payment with a test card, the
        receipt, access, cancellation and refund. No money moves, and no customer sees anything of it. A copy of each
        receipt is sent to you.
      </p>
      <Verdict value={value} />
      {rehearsal && (
        <div aria-busy={isRunning} aria-live="polite">
          {rehearsal.steps.length > 0 && (
            <section aria-labelledby="rehearsal-site">
              <h2 id="rehearsal-site">The site</h2>
              <StepList steps={rehearsal.steps} />
            </section>
          )}
          {rehearsal.purchases.map((purchase) => (
            <Purchase key={`${purchase.plan} ${purchase.interval}`} purchase={purchase} onShow={setRecord} />
          ))}
        </div>
      )}
      <RecordDialog record={record} onClose={() => setRecord(null)} />
    </div>
  );
}

const VERDICTS: Record<PurchaseRehearsal['state'], [tone: BadgeTone, label: string, text: string]> = {
  none: ['yellow', 'Not rehearsed', 'No one has tried yet whether your plans can be bought.'],
  running: ['grey', 'Running', 'This takes a few seconds for each plan.'],
  passed: ['green', 'Passed', 'Everything that you sell can be bought.'],
  failed: ['red', 'Failed', 'Some of it can’t be bought. The steps below say what to do.'],
  outdated: ['yellow', 'Out of date', 'What you sell has changed since. Rehearse again.'],
};

function Verdict({ value: { state, rehearsal } }: { value: PurchaseRehearsal }) {
  const [tone, label, text] = VERDICTS[state];
  return (
    <p className="verdict" role="status">
      <Badge tone={tone}>{label}</Badge> {text}{' '}
      {rehearsal?.finished_at && (
        <span className="muted">
          Rehearsed <Time iso={rehearsal.finished_at} isInSentence />
        </span>
      )}
    </p>
  );
}

type PurchaseProps = { purchase: RehearsedPurchase; onShow: (record: RehearsalRecord) => void };

function Purchase({ purchase, onShow }: PurchaseProps) {
  const { plan, plan_name: planName, product_name: productName, interval, amount, currency, steps, records } = purchase;
  const id = `rehearsal-${plan}-${interval}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {formatPlanName(productName, planName)}
        <span className="muted">
          {' '}
          {formatCents(amount, currency)} per {interval}
        </span>
      </h2>
      <StepList steps={steps} />
      {records.length > 0 && (
        <p className="records">
          <span className="muted">What the customer saw:</span>
          {records.map((record) => (
            <button key={record.id} type="button" className="link-button" onClick={() => onShow(record)}>
              {record.title}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}
