import { useAction } from '#src/lib/use-action.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { IconName } from '#src/ui/icons/icon-names.ts';
import type { PlanPrice, PlanSummary } from './catalogue-api.ts';
import { formatPriceState } from './charge-words.ts';
import { hasPrice } from './plan-words.ts';

export type PriceHandlers = {
  /** Creates the price of a plan at Stripe. It never rejects: a refusal is shown in the dialog. */
  onCreatePrice: (plan: PlanSummary, price: PlanPrice) => Promise<void>;
  /** Asks which price is right. */
  onChoosePrice: (plan: PlanSummary, price: PlanPrice) => void;
  onRetryPrices: () => void;
};

type Props = PriceHandlers & { plan: PlanSummary; price: PlanPrice };

const icons: Partial<Record<PlanPrice['state'], IconName>> = {
  matches: 'check',
  differs: 'circle-alert',
  archived: 'circle-alert',
  missing: 'circle-alert',
};

/** Whether Stripe charges what a plan says, and the way to make it so. */
export function StripeState({ plan, price, onCreatePrice, onChoosePrice, onRetryPrices }: Props) {
  const create = useAction(() => onCreatePrice(plan, price));
  const { state } = price;
  const icon = icons[state];
  const isDifferent = state === 'differs' || state === 'archived';
  return (
    <span className="stripe-state" data-state={state}>
      <span>
        {icon && hasPrice(plan) && <Icon name={icon} size={16} />}
        {formatPriceState(plan, price)}
      </span>
      {isDifferent && (
        <button
          type="button"
          className="link-button"
          aria-label={`Choose the price of ${plan.name}`}
          onClick={() => onChoosePrice(plan, price)}
        >
          Choose...
        </button>
      )}
      {state === 'missing' && (
        <Button
          variant="secondary"
          className="button-small"
          aria-label={`Create the price of ${plan.name} in Stripe`}
          isBusy={create.isBusy}
          busyLabel="Creating..."
          onClick={() => void create.run()}
        >
          Create
        </Button>
      )}
      {state === 'unknown' && (
        <button
          type="button"
          className="link-button"
          aria-label={`Ask Stripe again about ${plan.name}`}
          onClick={onRetryPrices}
        >
          Retry
        </button>
      )}
    </span>
  );
}
