import { formatCents } from '#api/domain/money.ts';
import { formatRepetition } from '#api/domain/payment-words.ts';
import type {
  BillingDetailsJson,
  ChangePreviewJson,
  ComingPaymentJson,
  SubscriptionJson,
} from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatLongDate, formatPeriod } from '#src/lib/format/dates.ts';
import { formatTerms } from '../subscription-model.ts';
import { formatCard } from '../billing/card-label.ts';

type Props = {
  subscription: SubscriptionJson;
  planName: string;
  /** Null while it loads. */
  preview: ChangePreviewJson | null;
  card: BillingDetailsJson['card'];
};

/** What is due now with its lines, what is due next, and when the plan begins. */
export function ChangeSummary({ subscription, planName, preview, card }: Props) {
  if (!preview) return <SummarySkeleton />;
  const isDowngrade = preview.direction === 'downgrade';
  const format = (cents: number) => formatCents(cents, preview.currency);
  const balance = computeBalanceUsed(preview);
  return (
    <>
      {isDowngrade && (
        <p>
          {planName === subscription.plan_name
            ? `Nothing changes until ${formatLongDate(preview.effective_at)}. You pay the new price from that day.`
            : `You keep ${subscription.plan_name} until ${formatLongDate(preview.effective_at)}. ${planName} starts on that day.`}
        </p>
      )}
      <table className="sum">
        <caption className="visually-hidden">What you pay</caption>
        <tbody>
          {preview.lines
            .toSorted((a, b) => b.amount - a.amount)
            .map((line) => (
              <tr key={`${line.description} ${line.period_start} ${line.amount}`}>
                <th scope="row">
                  {nameLine(line, preview, subscription)}
                  <small>{formatPeriod(line.period_start, line.period_end)}</small>
                </th>
                <td>{format(line.amount)}</td>
              </tr>
            ))}
          {preview.discount > 0 && (
            <tr>
              <th scope="row">Discount</th>
              <td>{format(-preview.discount)}</td>
            </tr>
          )}
          {preview.tax_added !== 0 && (
            <tr>
              <th scope="row">Tax</th>
              <td>{format(preview.tax_added)}</td>
            </tr>
          )}
          {balance !== 0 && (
            <tr>
              <th scope="row">{balance < 0 ? 'Your credit' : 'Earlier amounts'}</th>
              <td>{format(balance)}</td>
            </tr>
          )}
          <tr className="total">
            <th scope="row">
              Due now
              {preview.due_now > 0 && preview.tax_included > 0 && (
                <small>Includes {format(preview.tax_included)} tax</small>
              )}
            </th>
            <td>{format(preview.due_now)}</td>
          </tr>
          {preview.credit_left > 0 && (
            <tr>
              <th scope="row">
                Left as credit
                <small>Taken off your next payments</small>
              </th>
              <td>{format(preview.credit_left)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">
              Next payment
              <small>{formatNextDays(preview)}</small>
            </th>
            <td>{format(preview.next_payment)}</td>
          </tr>
          {preview.coming_payments.slice(1).map((later) => (
            <tr key={later.at}>
              <th scope="row">
                After that
                <small>{formatDays(later, preview)}</small>
              </th>
              <td>{format(later.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {preview.due_now > 0 && (
        <p className="small muted">
          Charged to {card ? formatCard(card) : 'your saved card'}.{' '}
          {planName === subscription.plan_name ? 'The change is made' : `You get ${planName}`} as soon as the payment
          goes through.
        </p>
      )}
    </>
  );
}

/** Credit that pays a part of what is charged now, negative, or what an earlier invoice left unpaid. */
function computeBalanceUsed({ lines, discount, tax_added: tax, due_now: dueNow }: ChangePreviewJson): number {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0) - discount + tax;
  return dueNow > 0 ? dueNow - total : 0;
}

/** 'every month from 14 March 2027', or the day of one payment. */
function formatDays({ at, repeats }: ComingPaymentJson, { interval }: ChangePreviewJson): string {
  const day = formatLongDate(at);
  return repeats ? `${formatRepetition({ interval, interval_count: 1 })} from ${day}` : day;
}

/** The days of the next payment; its interval is only told where its amount stays for more than one. */
function formatNextDays(preview: ChangePreviewJson): string {
  const [next, later] = preview.coming_payments;
  if (next && later) return formatDays(next, preview);
  return `${formatLongDate(preview.next_payment_at)}, then ${formatRepetition({ interval: preview.interval, interval_count: 1 })}`;
}

/** A charge and a credit are the new plan and the unused old one; other lines have the words of the invoice. */
function nameLine(
  line: ChangePreviewJson['lines'][number],
  { lines, next_payment_at, ...terms }: ChangePreviewJson,
  current: SubscriptionJson,
): string {
  const isPair = lines.length === 2 && lines.some(({ amount }) => amount < 0) && lines.some(({ amount }) => amount > 0);
  if (!isPair) return line.description;
  if (line.amount < 0)
    return `Unused time on ${current.price ? formatTerms(current.plan_name, current.price) : current.plan_name}`;
  const name = formatTerms(terms.plan_name, terms);
  // From a yearly price the change begins a period of its own, which stands below.
  return next_payment_at === current.current_period_end ? `${name} for the rest of this period` : name;
}

const SummarySkeleton = () => (
  <div className="sum-skeleton">
    <p className="visually-hidden" role="status">
      Working out the amount...
    </p>
    <span className="skeleton" aria-hidden="true" />
    <span className="skeleton" aria-hidden="true" />
    <span className="skeleton" aria-hidden="true" />
  </div>
);
