import { useAction } from '#src/lib/use-action.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';
import type { PlanPrice, PlanSummary } from './catalogue-api.ts';
import { formatPriceState } from './charge-words.ts';
import { formatWhichPrice, hasPrice } from './plan-words.ts';

export type PriceHandlers = {
  /** Creates the prices of a plan that Stripe doesn’t have. It never rejects: a refusal is shown in the dialog. */
  onCreatePrices: (plan: PlanSummary, missing: readonly PlanPrice[]) => Promise<void>;
  /** Asks which price is right. */
  onChoosePrice: (plan: PlanSummary, price: PlanPrice) => void;
  onRetryPrices: () => void;
};

type CellProps = PriceHandlers & { plan: PlanSummary; prices: readonly PlanPrice[] };

/** Whether Stripe charges what a plan says, by each interval, and the way to make it so. */
export function StripeStates({ plan, prices, ...handlers }: CellProps) {
  const missing = prices.filter(({ state }) => state === 'missing');
  const create = useAction(() => handlers.onCreatePrices(plan, missing));
  const isUnknown = prices.some(({ state }) => state === 'unknown');
  return (
    <>
      {prices.map((price) => (
        <StripeState key={price.interval} plan={plan} price={price} isOneOfTwo={prices.length > 1} {...handlers} />
      ))}
      {missing.length > 0 && (
        <Button
          variant="secondary"
          className="button-small"
          aria-label={`Create ${missing.length === 1 ? 'the price' : 'both prices'} of ${plan.name} in Stripe`}
          isBusy={create.isBusy}
          busyLabel="Creating..."
          onClick={() => void create.run()}
        >
          {missing.length === 1 ? 'Create' : 'Create both'}
        </Button>
      )}
      {isUnknown && (
        <button
          type="button"
          className="link-button"
          aria-label={`Ask Stripe again about ${plan.name}`}
          onClick={handlers.onRetryPrices}
        >
          Retry
        </button>
      )}
    </>
  );
}

const icons: Partial<Record<PlanPrice['state'], IconName>> = {
  matches: 'check',
  differs: 'circle-alert',
  archived: 'circle-alert',
  missing: 'circle-alert',
};

type Props = Pick<PriceHandlers, 'onChoosePrice'> & { plan: PlanSummary; price: PlanPrice; isOneOfTwo: boolean };

function StripeState({ plan, price, isOneOfTwo, onChoosePrice }: Props) {
  const { state, interval } = price;
  const icon = icons[state];
  return (
    <span className="stripe-state" data-state={state}>
      <span>
        {icon && hasPrice(plan) && <Icon name={icon} size={16} />}
        {isOneOfTwo && `${interval === 'year' ? 'Year' : 'Month'}: `}
        {formatPriceState(plan, price)}
      </span>
      {(state === 'differs' || state === 'archived') && (
        <button
          type="button"
          className="link-button"
          aria-label={`Choose ${formatWhichPrice(plan, interval, isOneOfTwo)}`}
          onClick={() => onChoosePrice(plan, price)}
        >
          Choose...
        </button>
      )}
    </span>
  );
}
