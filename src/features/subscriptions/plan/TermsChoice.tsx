import { findPlan, findPrice } from '#api/domain/catalogue.ts';
import type { PlanInterval } from '#api/domain/catalogue-types.ts';
import { SEATS_MAX } from '#api/domain/field-limits.ts';
import { formatCents, formatPrice, toMinorUnits } from '#api/domain/money.ts';
import { formatPercent } from '#api/domain/numbers.ts';
import { formatPriceUnit } from '#api/domain/plan-words.ts';
import { getYearlySaving } from '#api/domain/yearly-saving.ts';
import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import type { ChangeTerms } from '../subscription-api.ts';

/** A plan, and by which interval it is to be paid; null as it is paid now. */
export type ChangeTarget = { planName: string; interval: PlanInterval | null };

type When = NonNullable<ChangeTerms['when']>;

type Props = {
  subscription: SubscriptionJson;
  target: ChangeTarget;
  /** As typed. */
  seats: string;
  /** Undefined until it is known. */
  when: When | undefined;
  onSeats: (seats: string) => void;
  onInterval: (interval: PlanInterval) => void;
  onWhen: (when: When) => void;
};

/** How a plan is paid, for how many seats, and from when on: what there is to choose of it. */
export function TermsChoice({ subscription, target, seats, when, onSeats, onInterval, onWhen }: Props) {
  const plan = findPlan(target.planName);
  if (!plan) return null;
  const saving = getYearlySaving(plan);
  return (
    <>
      {plan.prices.length > 1 && (
        <RadioChoice
          legend="You pay"
          options={plan.prices.map(({ interval, amount }) => ({
            value: interval,
            label: interval === 'year' ? 'Yearly' : 'Monthly',
            note: [
              `${formatPrice(amount, plan.currency)} ${formatPriceUnit(plan, interval)}`,
              interval === 'year' && saving !== null ? `${formatPercent(saving)} less` : '',
            ]
              .filter(Boolean)
              .join(', '),
          }))}
          value={getInterval(subscription, target)}
          onChange={onInterval}
        />
      )}
      {plan.sellsSeats && (
        <TextField
          label="Seats"
          type="number"
          inputMode="numeric"
          min={1}
          max={SEATS_MAX}
          value={seats}
          error={readSeats(seats) === null ? `Enter a whole number from 1 to ${SEATS_MAX}.` : undefined}
          onChange={({ currentTarget }) => onSeats(currentTarget.value)}
        />
      )}
      <EndOfOwnPrice subscription={subscription} target={target} />
      {when !== undefined && (
        <RadioChoice
          legend="When"
          options={[
            { value: 'now', label: 'Now', note: 'What you have paid is counted.' },
            {
              value: 'period_end',
              label: formatLongDate(subscription.current_period_end),
              note: 'With your next payment.',
            },
          ]}
          value={when}
          onChange={onWhen}
        />
      )}
    </>
  );
}

/** A change takes the price of today: said to who pays another one for what stays as it is. */
function EndOfOwnPrice({ subscription, target }: Pick<Props, 'subscription' | 'target'>) {
  const { plan_name: current, price } = subscription;
  const plan = findPlan(target.planName);
  const sold = plan && findPrice(plan, getInterval(subscription, target));
  if (!price || !plan || !sold || target.planName !== current || sold.interval !== price.interval) return null;
  if (toMinorUnits(sold.amount, plan.currency) === price.unit_amount) return null;
  const unit = formatPriceUnit(plan, sold.interval);
  return (
    <p className="small muted">
      You pay {formatCents(price.unit_amount, price.currency)} {unit} so far. With this change, you pay the price of
      today: {formatPrice(sold.amount, plan.currency)} {unit}.
    </p>
  );
}

const readSeats = (text: string): number | null =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= SEATS_MAX ? Number(text) : null;

/** By which interval a plan would be paid: as it was asked for, else as now, where it is sold so. */
function getInterval({ price }: SubscriptionJson, { planName, interval }: ChangeTarget): PlanInterval {
  const prices = findPlan(planName)?.prices ?? [];
  const wanted = interval ?? price?.interval;
  return prices.find((each) => each.interval === wanted)?.interval ?? prices[0]?.interval ?? 'month';
}

/** What is asked of the server; null while nothing would change, and while the seats are no number. */
export function toChangeTerms(
  subscription: SubscriptionJson,
  target: ChangeTarget,
  { seats, when }: { seats: string; when: ChangeTerms['when'] },
): ChangeTerms | null {
  const plan = findPlan(target.planName);
  const interval = getInterval(subscription, target);
  const quantity = plan?.sellsSeats ? readSeats(seats) : 1;
  if (!plan || quantity === null) return null;
  const { price, plan_name: current } = subscription;
  const isOther =
    plan.planName !== current ||
    (price !== null && interval !== price.interval) ||
    (plan.sellsSeats && quantity !== (price?.quantity ?? 1));
  if (!isOther) return null;
  return {
    planName: target.planName,
    ...(plan.prices.length > 1 && { interval }),
    ...(plan.sellsSeats && { quantity }),
    ...(when && { when }),
  };
}
