import { findPlan, formatPlanName, hasSeveralPaidPlans } from '#api/domain/catalogue.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { formatCents, formatPrice, toMajorUnits } from '#api/domain/money.ts';
import { formatComingPayments, formatRepetition } from '#api/domain/payment-words.ts';
import { formatLimitNumber } from '#api/domain/plan-words.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { region } from '#api/domain/region.ts';
import { formatLongDate, formatPeriod } from '#src/lib/format/dates.ts';
import { formatDiscounts, formatInterval, formatSubscriptionAmount } from '#src/lib/format/subscription-price.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { NewTabLink } from '../NewTabLink.tsx';
import { formatTerms, getPricingPath } from '../subscription-model.ts';

type PendingProps = { subscription: SubscriptionJson; onKeep: () => void; isBusy: boolean };

/** ': you pay €12.00 every month from 14 January 2027'; '' where the payments aren’t known. */
function formatNewPayments(subscription: SubscriptionJson): string {
  const { next_payment: next, coming_payments: payments } = subscription;
  if (!next || payments.length === 0) return '';
  const terms = { ...getRepetition(subscription), currency: next.currency, timeZone: region.timeZone };
  return `: you pay ${formatComingPayments(payments, terms)}`;
}

/** A change to another plan that waits for the end of the period, and the way back. */
function PendingChange({ subscription, onKeep, isBusy }: PendingProps) {
  const { plan_name, pending, price } = subscription;
  if (!pending) return null;
  const isNewPrice =
    pending.plan_name === plan_name && pending.interval === price?.interval && pending.quantity === price.quantity;
  const terms = formatTerms(pending.plan_name, pending);
  // The same plan by another interval or for other seats: its name alone doesn't tell what stays.
  const kept = pending.plan_name === plan_name && price ? formatTerms(plan_name, price) : plan_name;
  return (
    <div className="plan-banner">
      <Icon name="calendar-clock" />
      <div>
        {isNewPrice ? (
          <>
            <h3>You pay another price from {formatLongDate(pending.at)}</h3>
            <p>
              {plan_name} stays as it is{formatNewPayments(subscription)}.
            </p>
          </>
        ) : (
          <>
            <h3>
              Changes to {terms} on {formatLongDate(pending.at)}
            </h3>
            <p>You keep {kept} until then.</p>
          </>
        )}
      </div>
      {!isNewPrice && (
        <Button variant="secondary" onClick={onKeep} isBusy={isBusy} busyLabel="Saving...">
          Keep {kept}
        </Button>
      )}
    </div>
  );
}

type LowerPrice = NonNullable<SubscriptionJson['lower_price']>;

/** 'you pay it from 14 December 2026 on', or what the person's own discounts, seats, credit and tax make of it. */
function formatSwitchPayments(
  { price, current_period_end: from }: SubscriptionJson,
  { unit_amount: amount, coming_payments: payments }: LowerPrice,
): string {
  const [first] = payments;
  const isPlain = !first || (payments.length === 1 && first.amount === amount);
  if (!price || isPlain) return `you pay it from ${formatLongDate(from)} on`;
  return `you pay ${formatComingPayments(payments, { ...price, timeZone: region.timeZone })}`;
}

/** The plan is cheaper by now than what this person pays. */
function NewPrice({
  subscription,
  onSwitch,
  isBusy,
}: {
  subscription: SubscriptionJson;
  onSwitch: () => void;
  isBusy: boolean;
}) {
  const { price, lower_price: lower } = subscription;
  if (!price || !lower) return null;
  const amount = formatPrice(toMajorUnits(lower.unit_amount, price.currency), price.currency.toUpperCase());
  return (
    <div className="plan-banner">
      <Icon name="calendar-clock" />
      <div>
        <h3>
          The price of {subscription.plan_name} is now {amount} {formatInterval(price)}
        </h3>
        <p>If you switch, {formatSwitchPayments(subscription, lower)}.</p>
      </div>
      <Button variant="secondary" onClick={onSwitch} isBusy={isBusy} busyLabel="Switching...">
        Switch
      </Button>
    </div>
  );
}

/** An upgrade whose payment the bank wants confirmed (3D Secure): the old plan stays until it is paid. */
const UnpaidUpgrade = ({ planName, url }: { planName: string; url: string }) => (
  <div className="plan-banner">
    <Icon name="circle-alert" />
    <div>
      <h3>Your upgrade is waiting for its payment</h3>
      <p>Your bank needs you to confirm it. You stay on {planName} until then.</p>
    </div>
    <NewTabLink href={url} label="Pay now" variant="primary" />
  </div>
);

type Props = {
  subscription: SubscriptionJson;
  isOneOfSeveral: boolean;
  onCancel: () => void;
  /** Opens the change of the same plan: paid by another interval, or for other seats. */
  onChangeTerms: (interval: PlanInterval | null) => void;
  onReactivate: () => void;
  isReactivating: boolean;
  onKeepPlan: () => void;
  isKeepingPlan: boolean;
  onSwitchPrice: () => void;
  isSwitchingPrice: boolean;
};

export const getHeadingId = ({ id }: SubscriptionJson): string => `plan-${id}`;

/** A live subscription: its state, period, next payment, and its buttons. */
export function PlanCard({ subscription, isOneOfSeveral, ...actions }: Props) {
  const { plan_name, product_name, cancel_at_period_end, price } = subscription;
  const name = isOneOfSeveral ? formatPlanName(product_name, plan_name) : plan_name;
  const discounts = price && formatDiscounts(price);
  return (
    <article className="plan-card" aria-label={name}>
      <div className="plan-head">
        <h2 id={getHeadingId(subscription)} tabIndex={-1}>
          {name}
        </h2>
        <Badge tone={isPaying(subscription) ? 'green' : 'red'}>{formatStatus(subscription)}</Badge>
        {cancel_at_period_end && <Badge tone="yellow">Will cancel at period end</Badge>}
        {price && (
          <p className="plan-price">
            {formatSubscriptionAmount(price)} <span>{formatInterval(price)}</span>
            {discounts && <span className="plan-discount">{discounts}</span>}
          </p>
        )}
      </div>
      {subscription.unpaid_upgrade_url && <UnpaidUpgrade planName={plan_name} url={subscription.unpaid_upgrade_url} />}
      <PendingChange subscription={subscription} onKeep={actions.onKeepPlan} isBusy={actions.isKeepingPlan} />
      <NewPrice subscription={subscription} onSwitch={actions.onSwitchPrice} isBusy={actions.isSwitchingPrice} />
      <Facts subscription={subscription} />
      <div className="form-actions">
        {cancel_at_period_end ? (
          <Button onClick={actions.onReactivate} isBusy={actions.isReactivating} busyLabel="Reactivating...">
            Reactivate
          </Button>
        ) : (
          <>
            {hasSeveralPaidPlans(subscription.product_id) && (
              <ChangePlanLink href={getPricingPath(subscription.product_id)} />
            )}
            <TermsButtons subscription={subscription} onChange={actions.onChangeTerms} />
            <Button variant="quiet" onClick={actions.onCancel}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </article>
  );
}

/** As its subscriber reads it: 'free trial', 'past due'. */
const formatStatus = ({ status }: SubscriptionJson): string =>
  status === 'trialing' ? 'free trial' : status.replace('_', ' ');

const isPaying = ({ status }: SubscriptionJson) => status === 'active' || status === 'trialing';

type TermsProps = { subscription: SubscriptionJson; onChange: (interval: PlanInterval | null) => void };

/** What can be changed of the same plan. */
function TermsButtons({ subscription: { plan_name, price, pending }, onChange }: TermsProps) {
  const plan = findPlan(plan_name);
  if (!plan || plan.isArchived) return null;
  const other = price && plan.prices.find(({ interval }) => interval !== price.interval);
  const isScheduled = pending?.plan_name === plan_name && pending.interval === other?.interval;
  return (
    <>
      {other && !isScheduled && (
        <Button variant="secondary" onClick={() => onChange(other.interval)}>
          Pay by the {other.interval}
        </Button>
      )}
      {plan.sellsSeats && (
        <Button variant="secondary" onClick={() => onChange(null)}>
          Change seats
        </Button>
      )}
    </>
  );
}

/** The specification opens the prices in a new tab; a plan that is chosen there comes back as `?change=`. */
const ChangePlanLink = ({ href }: { href: string }) => (
  <NewTabLink href={href} label="Change plan" opens="the plans in a new tab" variant="primary" />
);

function Facts({ subscription }: { subscription: SubscriptionJson }) {
  const { plan_name, current_period_start, current_period_end } = subscription;
  const plan = findPlan(plan_name);
  return (
    <dl className="plan-facts">
      <div>
        <dt>Current period</dt>
        <dd>{formatPeriod(current_period_start, current_period_end)}</dd>
      </div>
      <Trial subscription={subscription} />
      <div>
        <dt>Next payment</dt>
        <dd>
          <NextPayment subscription={subscription} />
        </dd>
      </div>
      {plan && plan.limits.length > 0
        ? plan.limits.map((limit) => (
            <div key={limit.key}>
              <dt>{limit.name}</dt>
              <dd>{formatLimitNumber(limit)}</dd>
            </div>
          ))
        : plan &&
          plan.features.length > 0 && (
            <div>
              <dt>Included</dt>
              {plan.features.map((feature) => (
                <dd key={feature}>{feature}</dd>
              ))}
            </div>
          )}
    </dl>
  );
}

/** While it is free: until when, and what follows. */
function Trial({ subscription }: { subscription: SubscriptionJson }) {
  const { status, trial_end: end, next_payment: next, price, cancel_at_period_end: isEnding } = subscription;
  if (status !== 'trialing' || end === null) return null;
  const day = formatLongDate(end);
  return (
    <div>
      <dt>Trial</dt>
      <dd>
        {isEnding || !next || !price
          ? `Ends on ${day}`
          : `Your trial ends on ${day}${formatTrialPayments(subscription, next)}`}
      </dd>
    </div>
  );
}

type NextPaymentJson = NonNullable<SubscriptionJson['next_payment']>;

/** How often it is paid from the next payment on. */
const getRepetition = ({ price, pending }: SubscriptionJson) => {
  const isOther = pending !== null && pending.interval !== price?.interval;
  return isOther
    ? { interval: pending.interval, interval_count: 1 }
    : { interval: price?.interval ?? 'month', interval_count: price?.interval_count ?? 1 };
};

/** 'US$10.00 every month from 14 March 2027'; null where the amount of the next payment stays. */
function formatLaterPayments(subscription: SubscriptionJson): string | null {
  const { next_payment: next, coming_payments: coming } = subscription;
  if (!next || coming.length < 2) return null;
  const terms = { ...getRepetition(subscription), currency: next.currency, timeZone: region.timeZone };
  return formatComingPayments(coming.slice(1), terms);
}

/** Words for the payments after a trial: '; then US$10.00 every month', or each amount with its day where it doesn't stay. */
function formatTrialPayments(subscription: SubscriptionJson, next: NextPaymentJson): string {
  const { coming_payments: coming } = subscription;
  const terms = { ...getRepetition(subscription), currency: next.currency, timeZone: region.timeZone };
  if (coming.length > 1) return `. You pay ${formatComingPayments(coming, terms)}`;
  return `; then ${formatCents(next.amount, next.currency)} ${formatRepetition(terms)}`;
}

function NextPayment({ subscription }: { subscription: SubscriptionJson }) {
  const { status, cancel_at_period_end, current_period_end, next_payment: next } = subscription;
  if (cancel_at_period_end) return 'Subscription ending';
  // The first payment follows the trial.
  if (status !== 'active' && status !== 'trialing') return 'No upcoming payment';
  const date = formatLongDate(current_period_end);
  if (!next) return date;
  const later = formatLaterPayments(subscription);
  const isRepeated = later !== null && subscription.coming_payments[0]?.repeats;
  return (
    <>
      <strong>{formatCents(next.amount, next.currency)}</strong>
      {isRepeated ? ` ${formatRepetition(getRepetition(subscription))} from ` : ' on '}
      {date}
      {later && `, then ${later}`}
    </>
  );
}
