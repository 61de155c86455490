import type { ReactNode } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { OverviewJson } from '#api/features/overview/overview.contract.ts';
import { useRetryPublish } from '#src/features/publishes/use-retry-publish.ts';
import { formatDateTime } from '#src/lib/format/times.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';

type Props = { overview: OverviewJson; onChange: () => void };

/** Work for an admin: failed publishes, webhooks, payments, unsent emails, publications to review, waiting-list entries. */
export function NeedsYou({ overview, onChange }: Props) {
  const { failed_publishes: failed, billing, unsent_emails: emails, openshelf, waiting } = overview;
  const conditions = [
    openshelf.failed_webhooks > 0,
    billing.failed_events > 0,
    billing.past_due > 0,
    emails.count > 0,
    openshelf.pending_reviews > 0,
    waiting.length > 0,
  ];
  const total = failed.length + conditions.filter(Boolean).length;
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you {total > 0 && <span className="count">{total}</span>}</h2>
      {total === 0 && (
        <p className="quiet-line">
          <Icon name="circle-check" />
          Nothing needs you right now.
        </p>
      )}
      <ul>
        {failed.map((publish) => (
          <FailedPublish key={publish.id} publish={publish} onRetried={onChange} />
        ))}
        {openshelf.failed_webhooks > 0 && <FailedWebhooks count={openshelf.failed_webhooks} />}
        {billing.failed_events > 0 && <FailedEvents billing={billing} />}
        {billing.past_due > 0 && <PastDue count={billing.past_due} />}
        {emails.count > 0 && <UnsentEmails emails={emails} />}
        {openshelf.pending_reviews > 0 && <PendingReviews openshelf={openshelf} />}
        {waiting.length > 0 && <WaitingPeople waiting={waiting} />}
      </ul>
    </section>
  );
}

type RowProps = { icon: IconName; tone: 'red' | 'grey'; title: ReactNode; children: ReactNode; action?: ReactNode };

function Row({ icon, tone, title, children, action }: RowProps) {
  return (
    <li className="overview-row">
      <span className={`row-icon row-icon-${tone}`}>
        <Icon name={icon} />
      </span>
      <div>
        <p className="row-title">{title}</p>
        <p className="row-note">{children}</p>
      </div>
      {action}
    </li>
  );
}

type FailedPublishProps = { publish: OverviewJson['failed_publishes'][number]; onRetried: () => void };

function FailedPublish({ publish: { id, reason, error }, onRetried }: FailedPublishProps) {
  const { isBusy, retry } = useRetryPublish(id, () => {
    showToast('Publishing again...');
    onRetried();
  });
  return (
    <Row
      icon="circle-alert"
      tone="red"
      title={<a href={paths.adminPublishing}>Publishing failed</a>}
      action={
        <Button
          variant="secondary"
          className="button-small"
          aria-label={`Retry: ${reason}`}
          isBusy={isBusy}
          busyLabel="Retrying..."
          onClick={retry}
        >
          Retry
        </Button>
      }
    >
      {reason}. {error}
    </Row>
  );
}

const FailedEvents = ({ billing: { failed_events: count, last_error } }: { billing: OverviewJson['billing'] }) => (
  <Row
    icon="credit-card"
    tone="red"
    title={<a href={`${paths.adminBilling}?status=failed`}>{formatCount(count, 'payment event')} failed</a>}
  >
    {last_error ?? 'Stripe sent something we couldn’t apply.'}
  </Row>
);

const PastDue = ({ count }: { count: number }) => (
  <Row
    icon="credit-card"
    tone="grey"
    title={
      <a href={paths.adminBillingView('past-due')}>{count === 1 ? '1 person is' : `${count} people are`} past due</a>
    }
  >
    Their last payment failed.
  </Row>
);

const UnsentEmails = ({ emails: { count, since, last_error } }: { emails: OverviewJson['unsent_emails'] }) => (
  <Row
    icon="mail-warning"
    tone="red"
    title={<a href={paths.adminMail}>{formatCount(count, 'email')} couldn’t be sent</a>}
  >
    {since && `Since ${formatDateTime(since)}. `}
    {last_error}
  </Row>
);

const FailedWebhooks = ({ count }: { count: number }) => (
  <Row
    icon="circle-alert"
    tone="red"
    title={
      <a href={openshelfPaths.openshelfWebhooks}>
        {formatCount(count, 'decision')} didn’t reach the publishing service
      </a>
    }
  >
    We’ve stopped trying. Send {count === 1 ? 'it' : 'them'} again from the webhook log.
  </Row>
);

const PendingReviews = ({ openshelf }: { openshelf: OverviewJson['openshelf'] }) => (
  <Row
    icon="library"
    tone="grey"
    title={
      <a href={openshelfPaths.reviewQueue}>
        {formatCount(openshelf.pending_reviews, 'publication')} {openshelf.pending_reviews === 1 ? 'is' : 'are'} waiting
        for review
      </a>
    }
  >
    {openshelf.oldest_queued_at && `The oldest has waited since ${formatDateTime(openshelf.oldest_queued_at)}.`}
  </Row>
);

function WaitingPeople({ waiting }: { waiting: OverviewJson['waiting'] }) {
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  const oldest = waiting.map(({ oldest_at }) => oldest_at).sort()[0];
  return (
    <Row
      icon="hourglass"
      tone="grey"
      title={
        <a href={`${paths.waitingListManager}?status=pending`}>
          {total === 1 ? '1 person is waiting' : `${total.toLocaleString('en-NZ')} people are waiting`}
        </a>
      }
    >
      {waiting.map(({ product, count }) => `${product} ${count.toLocaleString('en-NZ')}`).join(', ')}.
      {oldest && ` The first joined on ${formatDateTime(oldest)}.`}
    </Row>
  );
}
