import type { ReactNode } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { OverviewJson, ReviewedPostJson } from '#api/features/overview/overview.contract.ts';
import { useRetryPublish } from '#src/features/publishes/use-retry-publish.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { describeDisputes } from '#src/lib/format/disputes.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';

type Props = { overview: OverviewJson; onChange: () => void };

/** Work for an admin: what is wrong with the server, failed publishes, webhooks, payments, unsent emails, publications to review, waiting-list entries. */
export function NeedsAttention({ overview, onChange }: Props) {
  const {
    server_problems: serverProblems,
    failed_publishes: failed,
    failed_schedules: schedules,
    in_review: inReview,
    changes_asked: changesAsked,
    billing,
    purchase_rehearsal: rehearsal,
    unsent_emails: emails,
    openshelf,
    waiting,
  } = overview;
  const conditions = [
    inReview.length > 0,
    openshelf.failed_webhooks > 0,
    billing.stripe_problems.length > 0,
    needsRehearsal(rehearsal),
    billing.open_disputes > 0,
    billing.failed_refunds > 0,
    billing.failed_events > 0,
    billing.past_due > 0,
    emails.count > 0,
    openshelf.pending_reviews > 0,
    waiting.length > 0,
  ];
  const total =
    serverProblems.length + failed.length + schedules.length + changesAsked.length + conditions.filter(Boolean).length;
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention">Needs your attention {total > 0 && <span className="count">{total}</span>}</h2>
      {total === 0 && (
        <p className="quiet-line">
          <Icon name="circle-check" />
          You’re all caught up.
        </p>
      )}
      <ul>
        {serverProblems.map((problem) => (
          <ServerProblem key={problem.part} {...problem} />
        ))}
        {failed.map((publish) => (
          <FailedPublish key={publish.id} publish={publish} onRetried={onChange} />
        ))}
        {schedules.map((schedule) => (
          <FailedSchedule key={schedule.id} schedule={schedule} />
        ))}
        {changesAsked.map((post) => (
          <ChangesAsked key={post.id} post={post} />
        ))}
        {inReview.length > 0 && <PostsInReview posts={inReview} />}
        {openshelf.failed_webhooks > 0 && <FailedWebhooks count={openshelf.failed_webhooks} />}
        {billing.stripe_problems.length > 0 && <StripeProblems problems={billing.stripe_problems} />}
        {rehearsal && needsRehearsal(rehearsal) && <UnrehearsedPlans rehearsal={rehearsal} />}
        {billing.open_disputes > 0 && <Disputes billing={billing} />}
        {billing.failed_refunds > 0 && <FailedRefunds count={billing.failed_refunds} />}
        {billing.failed_events > 0 && <FailedEvents billing={billing} />}
        {billing.past_due > 0 && <PastDue count={billing.past_due} />}
        {emails.count > 0 && <UnsentEmails emails={emails} />}
        {openshelf.pending_reviews > 0 && <PendingReviews openshelf={openshelf} />}
        {waiting.length > 0 && <WaitingPeople waiting={waiting} />}
      </ul>
    </section>
  );
}

type RehearsalJson = OverviewJson['purchase_rehearsal'];

/** Until a purchase of everything that is sold has been rehearsed, after its last change. */
const needsRehearsal = (rehearsal: RehearsalJson): boolean =>
  rehearsal !== null && rehearsal.state !== 'passed' && rehearsal.state !== 'running';

const UNREHEARSED: Partial<Record<NonNullable<RehearsalJson>['state'], string>> = {
  none: 'No one has tried yet whether your plans can be bought',
  outdated: 'What you sell has changed since the last purchase rehearsal',
  failed: 'The purchase rehearsal failed',
};

const UnrehearsedPlans = ({ rehearsal: { state, failures } }: { rehearsal: NonNullable<RehearsalJson> }) => (
  <LinkRow icon="credit-card" tone="red" title={UNREHEARSED[state] ?? ''} act="Rehearse" href={paths.purchaseRehearsal}>
    {state === 'failed' ? failures.join(' ') : 'A rehearsal buys each plan in the payment sandbox, as a visitor would.'}
  </LinkRow>
);

type RowProps = { icon: IconName; tone: 'red' | 'yellow'; title: string; children: ReactNode; action: ReactNode };

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

type LinkRowProps = Omit<RowProps, 'action'> & { act: string; href: string };

/** A row whose one button leads to the screen where the work is done. */
const LinkRow = ({ act, href, ...row }: LinkRowProps) => (
  <Row
    {...row}
    action={
      <a className="button button-secondary button-small" href={href} aria-label={`${act}: ${row.title}`}>
        {act}
      </a>
    }
  />
);

type ServerProblemJson = OverviewJson['server_problems'][number];

/** `effect` stands before the reason of the server, `remedy` after it. */
const SERVER_PROBLEMS: Record<ServerProblemJson['part'], { title: string; effect: string; remedy: string }> = {
  disk: {
    title: 'The server’s disk is full',
    effect: 'Pages are served, but nothing can be saved or published.',
    remedy: 'Free up space on the server.',
  },
  uploads: {
    title: 'Images and videos can’t be stored or read',
    effect: 'Uploads fail until their storage works again.',
    remedy: 'Ask the person who runs the server to check the settings of the storage.',
  },
  backups: {
    title: 'The latest backup, or what was saved since, isn’t proven',
    effect: 'What is saved now could be lost with the server.',
    remedy: 'Ask the person who runs the server to look at its log, then to run npm run backup.',
  },
  cdn: {
    title: 'Visitors may see old pages',
    effect: 'The CDN doesn’t take the list of pages that changed.',
    remedy: 'We’ll keep trying. Ask the person who runs the server to check the address for it, or to clear the CDN.',
  },
  proxy: {
    title: 'Visitors can’t be told apart',
    effect: 'They arrive through a proxy that the server doesn’t know, so sign-in limits count accounts only.',
    remedy: 'The README of the server says what to set.',
  },
};

function ServerProblem({ part, since, reason }: ServerProblemJson) {
  const { title, effect, remedy } = SERVER_PROBLEMS[part];
  return (
    <Row icon="circle-alert" tone="red" title={title} action={null}>
      Since {formatDateTime(since)}. {[effect, reason, remedy].filter(Boolean).join(' ')}
    </Row>
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
      title="Publishing failed"
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

const FailedSchedule = ({ schedule }: { schedule: OverviewJson['failed_schedules'][number] }) => (
  <Row
    icon="circle-alert"
    tone="red"
    title="Scheduled changes of the site weren’t published"
    action={
      <a className="button button-secondary button-small" href={paths.adminSettings}>
        Show
      </a>
    }
  >
    They were due on {formatDateTime(schedule.publish_at)}. {schedule.error}
  </Row>
);

const formatTitle = ({ title }: Pick<ReviewedPostJson, 'title'>) => title || 'Untitled post';

const ChangesAsked = ({ post }: { post: ReviewedPostJson }) => (
  <LinkRow
    icon="message-square"
    tone="yellow"
    title={`${post.user?.name ?? 'An editor'} asks for changes: ${formatTitle(post)}`}
    act="Open"
    href={paths.editBlog(post.id)}
  >
    ‘{post.note}’ <Time iso={post.at} />
  </LinkRow>
);

/** The names that fit into a line. */
const POSTS_NAMED = 3;

function PostsInReview({ posts }: { posts: readonly ReviewedPostJson[] }) {
  const [first, ...others] = posts;
  if (!first) return null;
  const names = posts.slice(0, POSTS_NAMED).map((post) => `${post.user?.name ?? 'An author'}: ${formatTitle(post)}.`);
  return (
    <LinkRow
      icon="send"
      tone="yellow"
      title={others.length === 0 ? '1 post is in review' : `${posts.length} posts are in review`}
      act="Review"
      href={others.length === 0 ? paths.editBlog(first.id) : `${paths.blogManager}?status=in_review`}
    >
      {names.join(' ')} The first has waited since {formatDateTime(first.at)}.
    </LinkRow>
  );
}

const StripeProblems = ({ problems }: { problems: OverviewJson['billing']['stripe_problems'] }) => (
  <LinkRow
    icon="credit-card"
    tone="red"
    title={
      problems.length === 1
        ? `Stripe check: ${problems[0]?.title ?? ''}`
        : `Stripe check: ${formatCount(problems.length, 'problem')}`
    }
    act="View"
    href={paths.adminBillingView('stripe-check')}
  >
    {problems.length === 1 ? problems[0]?.text : `${problems.map(({ title }) => title).join(', ')}.`}
  </LinkRow>
);

const Disputes = ({ billing: { open_disputes: count, dispute_due_at } }: { billing: OverviewJson['billing'] }) => (
  <LinkRow
    icon="credit-card"
    tone="red"
    title={count === 1 ? '1 dispute waits for your answer' : `${count} disputes wait for your answer`}
    act="View"
    href={paths.adminBillingView('disputes')}
  >
    {describeDisputes(count, dispute_due_at)}
  </LinkRow>
);

const FailedRefunds = ({ count }: { count: number }) => (
  <LinkRow
    icon="credit-card"
    tone="red"
    title={`${formatCount(count, 'refund')} didn’t go through`}
    act="View"
    href={paths.adminBillingView('disputes')}
  >
    The bank sent the money back. Refund it in another way.
  </LinkRow>
);

const FailedEvents = ({ billing: { failed_events: count, last_error } }: { billing: OverviewJson['billing'] }) => (
  <LinkRow
    icon="credit-card"
    tone="red"
    title={`${formatCount(count, 'payment event')} failed`}
    act="View"
    href={`${paths.adminBillingView('events')}&status=failed`}
  >
    {last_error ?? 'Stripe sent something we couldn’t apply.'}
  </LinkRow>
);

const PastDue = ({ count }: { count: number }) => (
  <LinkRow
    icon="credit-card"
    tone="yellow"
    title={`${count === 1 ? '1 person is' : `${count} people are`} past due`}
    act="View"
    href={paths.adminBillingView('past-due')}
  >
    Their last payment failed.
  </LinkRow>
);

const UnsentEmails = ({ emails: { count, since, last_error } }: { emails: OverviewJson['unsent_emails'] }) => (
  <LinkRow
    icon="mail-warning"
    tone="red"
    title={`${formatCount(count, 'email')} couldn’t be sent`}
    act="View"
    href={paths.adminMail}
  >
    {since && `Since ${formatDateTime(since)}. `}
    {last_error}
  </LinkRow>
);

const FailedWebhooks = ({ count }: { count: number }) => (
  <LinkRow
    icon="circle-alert"
    tone="red"
    title={`${formatCount(count, 'decision')} didn’t reach the publishing service`}
    act="View"
    href={openshelfPaths.openshelfWebhooks}
  >
    We’ve stopped trying. Send {count === 1 ? 'it' : 'them'} again from the webhook log.
  </LinkRow>
);

const PendingReviews = ({ openshelf }: { openshelf: OverviewJson['openshelf'] }) => (
  <LinkRow
    icon="library"
    tone="yellow"
    title={`${formatCount(openshelf.pending_reviews, 'publication')} ${openshelf.pending_reviews === 1 ? 'is' : 'are'} waiting for review`}
    act="Review"
    href={openshelfPaths.reviewQueue}
  >
    {openshelf.oldest_queued_at && `The oldest has waited since ${formatDateTime(openshelf.oldest_queued_at)}.`}
  </LinkRow>
);

function WaitingPeople({ waiting }: { waiting: OverviewJson['waiting'] }) {
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  const oldest = waiting.map(({ oldest_at }) => oldest_at).sort()[0];
  return (
    <LinkRow
      icon="hourglass"
      tone="yellow"
      title={total === 1 ? '1 person is waiting' : `${formatNumber(total)} people are waiting`}
      act="Invite"
      href={`${paths.waitingListManager}?status=pending`}
    >
      {waiting.map(({ product, count }) => `${product} ${formatNumber(count)}`).join(', ')}.
      {oldest && ` The first joined on ${formatDateTime(oldest)}.`}
    </LinkRow>
  );
}
