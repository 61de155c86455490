import { formatCount } from '#api/domain/plurals.ts';
import { paths } from '#src/lib/paths.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { describeDisputes } from '#src/lib/format/disputes.ts';
import type { BillingStatus } from '../billing-api.ts';

type Item = { key: string; tone: BadgeTone; label: string; title: string; text: string; href: string };

/** What needs someone, the worst first, each with the tab where it is dealt with. */
export function AttentionView({ status }: { status: BillingStatus }) {
  const items = listItems(status);
  if (items.length === 0) {
    return (
      <EmptyState title="Nothing needs attention" icon="circle-check">
        <p>
          Payments and refunds arrive, no one is past due, nothing is disputed, and the last Stripe check found nothing
          wrong.
        </p>
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="attention-title">
      <h2 id="attention-title">
        {items.length === 1 ? '1 thing needs attention' : `${items.length} things need attention`}
      </h2>
      <ul className="attention">
        {items.map(({ key, tone, label, title, text, href }) => (
          <li key={key}>
            <Badge tone={tone}>{label}</Badge>
            <div>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </div>
            <a className="button button-secondary button-small" href={href} aria-label={`View: ${title}`}>
              View
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function listItems(status: BillingStatus): Item[] {
  const { stripe_check: checks, failed_events: failed, past_due: pastDue } = status;
  const { open_disputes: disputes, dispute_due_at: dueAt, failed_refunds: refunds } = status;
  const ofCheck = (state: 'error' | 'warning', tone: BadgeTone, label: string): Item[] =>
    checks
      .filter((check) => check.state === state)
      .map(({ title, text }) => ({
        key: title,
        tone,
        label,
        title: `Stripe check: ${title}`,
        text,
        href: paths.adminBillingView('stripe-check'),
      }));
  const events: Item = {
    key: 'failed events',
    tone: 'red',
    label: 'Failed',
    title: `${formatCount(failed, 'payment event')} failed`,
    text: 'They are tried again by themselves; each says why it failed.',
    href: `${paths.adminBillingView('events')}&status=failed`,
  };
  const disputed: Item = {
    key: 'disputes',
    tone: 'red',
    label: 'Disputed',
    title: disputes === 1 ? '1 dispute waits for your answer' : `${disputes} disputes wait for your answer`,
    text: describeDisputes(disputes, dueAt),
    href: paths.adminBillingView('disputes'),
  };
  const failedRefunds: Item = {
    key: 'failed refunds',
    tone: 'red',
    label: 'Failed',
    title: `${formatCount(refunds, 'refund')} didn’t go through`,
    text: 'The bank sent the money back. Refund it in another way.',
    href: paths.adminBillingView('disputes'),
  };
  const people: Item = {
    key: 'past due',
    tone: 'yellow',
    label: 'Past due',
    title: pastDue === 1 ? '1 person is past due' : `${pastDue} people are past due`,
    text: 'Their last payment failed. Stripe tries again, and we have emailed them.',
    href: paths.adminBillingView('past-due'),
  };
  return [
    ...ofCheck('error', 'red', 'Wrong'),
    ...(disputes > 0 ? [disputed] : []),
    ...(refunds > 0 ? [failedRefunds] : []),
    ...(failed > 0 ? [events] : []),
    ...(pastDue > 0 ? [people] : []),
    ...ofCheck('warning', 'yellow', 'Warning'),
  ];
}
