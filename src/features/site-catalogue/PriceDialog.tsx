import { useEffect, useState } from 'react';
import { formatPrice } from '#api/domain/money.ts';
import { getPlanAmount } from '#api/domain/site-plans.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { choosePlanPrice, createPlanPrice, type PlanPrice, type PlanSummary } from './catalogue-api.ts';
import { showCharge } from './catalogue-draft.ts';
import { canShowCharge, formatCharge, formatChargedAmount, isSameCharge, shortenPriceId } from './charge-words.ts';
import { formatPayers, formatPlanPrice } from './plan-words.ts';

export type AskedPrice = {
  plan: PlanSummary;
  price: PlanPrice;
  /** Why Stripe didn’t create it, when that was tried from the list. */
  refusal: string | null;
};

type Props = {
  asked: AskedPrice | null;
  /** It was saved as a draft. */
  onSaved: (plan: PlanSummary) => void;
  onClose: () => void;
};

/** Asks which price of a plan is right: that of the site, that of Stripe, or another one that is there. */
export const PriceDialog = ({ asked, onSaved, onClose }: Props) =>
  asked && <Question key={`${asked.plan.id} ${asked.price.interval}`} {...asked} onSaved={onSaved} onClose={onClose} />;

type Answer = 'create' | 'show' | 'choose';

function Question({ plan, price, refusal, onSaved, onClose }: AskedPrice & Omit<Props, 'asked'>) {
  const { id } = plan;
  const { state, charged, interval } = price;
  const options = listOptions(plan, price);
  const [answer, setAnswer] = useState<Answer>(options[0]?.value ?? 'choose');
  const [priceId, setPriceId] = useState('');
  const [isTried, setTried] = useState(refusal !== null);
  const [shownRefusal, setShownRefusal] = useState(refusal);
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    // Once the dialog is closed: it gives the focus back before.
    if (!isOpen) onClose();
  }, [isOpen, onClose]);
  const save = async () => {
    setShownRefusal(null);
    setTried(true);
    if (answer === 'create') await createPlanPrice(id, interval);
    else if (answer === 'show' && charged) await showCharge(id, interval, charged);
    else await choosePlanPrice(id, interval, priceId.trim());
    onSaved(plan);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={formatTitle(plan, price)}
      confirmLabel={formatConfirm(answer, plan, price, isTried)}
      busyLabel="Saving..."
      failure={answer === 'create' ? 'Stripe didn’t create it' : 'Failed to save the price'}
      canConfirm={answer !== 'choose' || priceId.trim() !== ''}
      onConfirm={save}
      onClose={() => setOpen(false)}
    >
      {charged && state !== 'matches' && (
        <dl className="price-versus">
          <div>
            <dt>Here, from the next publish</dt>
            <dd>{formatPlanPrice(plan, interval)}</dd>
          </div>
          <div>
            <dt>Stripe charges now</dt>
            <dd>{formatCharge(charged)}</dd>
            <dd className="row-note">{price.price_id && shortenPriceId(price.price_id)}</dd>
          </div>
        </dl>
      )}
      {needsExplanation(plan, price) && <p className="muted">{price.message}</p>}
      {options.length > 1 && (
        <RadioChoice legend="Which price is right" isStacked options={options} value={answer} onChange={setAnswer} />
      )}
      {answer === 'choose' && (
        <TextField
          label="Id of the price"
          name="price_id"
          hint="Copy it from the price in Stripe, such as price_1Q2w3E."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={priceId}
          onChange={({ currentTarget }) => setPriceId(currentTarget.value)}
        />
      )}
      {shownRefusal && (
        <Notice tone="error" title="Stripe didn’t create it">
          {shownRefusal}
        </Notice>
      )}
      <p className="field-hint">
        <a href="https://dashboard.stripe.com/prices" target="_blank" rel="noopener">
          Open Stripe
        </a>
      </p>
    </ConfirmDialog>
  );
}

/** The two figures say it, unless they are the same. */
const needsExplanation = (plan: PlanSummary, price: PlanPrice) =>
  price.state !== 'differs' || (price.charged !== null && isSameCharge(plan, price, price.charged));

type Option = { value: Answer; label: string; note: string };

/** The first is the most likely one. */
function listOptions(plan: PlanSummary, price: PlanPrice): Option[] {
  const options: (Option | false)[] = [
    price.state !== 'matches' && {
      value: 'create',
      label: `Create ${formatPlanPrice(plan, price.interval)} in Stripe`,
      note: ['For new customers.', formatPayers(plan, price.interval)].filter(Boolean).join(' '),
    },
    price.charged !== null &&
      canShowCharge(plan, price) && {
        value: 'show',
        label: `Show ${formatCharge(price.charged)} here`,
        note: 'Changes the site when you publish. Nothing changes in Stripe.',
      },
    { value: 'choose', label: 'Use another price of Stripe', note: 'One that is there already.' },
  ];
  return options.filter((option) => option !== false);
}

function formatTitle({ name }: PlanSummary, { state }: PlanPrice): string {
  if (state === 'missing') return `Create ${name} in Stripe`;
  return state === 'matches' ? `Another price of Stripe for ${name}` : `${name}: which price is right?`;
}

function formatConfirm(answer: Answer, plan: PlanSummary, { charged, interval }: PlanPrice, isTried: boolean): string {
  if (answer === 'choose') return 'Use this price';
  if (answer === 'show' && charged) return `Show ${formatChargedAmount(charged)}`;
  return isTried ? 'Try again' : `Create ${formatPrice(getPlanAmount(plan, interval) ?? 0, plan.currency)}`;
}
