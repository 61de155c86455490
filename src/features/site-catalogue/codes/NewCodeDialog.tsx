import { useState } from 'react';
import { COUPON_MONTHS_MAX } from '#api/domain/field-limits.ts';
import { formatPlanName } from '#api/domain/catalogue.ts';
import { parseAmount } from '#api/domain/charge-amounts.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { PromotionCodeJson } from '#api/features/promotion-codes/promotion-codes.contract.ts';
import { createRandomId } from '#src/lib/random-id.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { createPromotionCode, type NewPromotionCode, type PlanSummary } from '../catalogue-api.ts';

type Props = {
  isOpen: boolean;
  /** Those that aren’t archived. */
  plans: readonly PlanSummary[];
  onMade: (code: PromotionCodeJson) => void;
  onClose: () => void;
};

/** A code and what it takes off. */
export const NewCodeDialog = ({ isOpen, ...form }: Props) => (
  <Modal isOpen={isOpen} title="New promotion code" onClose={form.onClose}>
    {isOpen && <NewCodeForm {...form} />}
  </Modal>
);

const EVERYTHING = '';
const NOTHING = {
  code: '',
  kind: 'percent' as 'percent' | 'amount',
  size: '',
  duration: 'once' as NewPromotionCode['duration'],
  months: '3',
  soldPart: EVERYTHING,
  uses: '',
  lastDay: '',
};
type Typed = typeof NOTHING;

/** Mounted again each time the dialog opens. */
function NewCodeForm({ plans, onMade, onClose }: Omit<Props, 'isOpen'>) {
  const { currency } = getSiteFacts();
  const [typed, setTyped] = useState<Typed>(NOTHING);
  // Stripe refuses a key that came with another code.
  const [key, setKey] = useState(createRandomId);
  const soldParts = listSoldParts(plans);
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    setKey(createRandomId());
  };
  const form = useFormSubmit(
    async () => {
      const request = { ...toRequest(typed, soldParts, currency), idempotency_key: key };
      onMade((await createPromotionCode(request)).promotion_code);
    },
    () => findIssues(typed, soldParts, currency),
  );
  return (
    <DialogForm
      form={form}
      isDirty={typed !== NOTHING}
      failure="Failed to make the code"
      submitLabel="Make code"
      busyLabel="Making..."
      onClose={onClose}
    >
      <TextField
        label="Code"
        name="code"
        hint="What buyers enter, such as SPRING25. Capitals and small letters are the same."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed.code}
        error={form.getIssue('code')}
        onChange={({ currentTarget }) => change({ code: currentTarget.value })}
      />
      <RadioChoice
        legend="Takes off"
        options={[
          { value: 'percent', label: 'A percentage', note: 'Of each payment.' },
          { value: 'amount', label: 'An amount', note: `In ${currency}.` },
        ]}
        value={typed.kind}
        onChange={(kind) => change({ kind })}
      />
      <TextField
        label={typed.kind === 'percent' ? 'Percent' : `Amount in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        value={typed.size}
        error={form.getIssue(typed.kind === 'percent' ? 'percent_off' : 'amount_off')}
        onChange={({ currentTarget }) => change({ size: currentTarget.value })}
      />
      <SelectField
        label="For how long"
        options={[
          { value: 'once', label: 'The first payment' },
          { value: 'repeating', label: 'Some months' },
          { value: 'forever', label: 'Every payment' },
        ]}
        value={typed.duration}
        onChange={({ currentTarget }) => change({ duration: currentTarget.value as Typed['duration'] })}
      />
      {typed.duration === 'repeating' && (
        <TextField
          label="Months"
          hint="A payment for a year within these months gets the discount for the whole year."
          inputMode="numeric"
          autoComplete="off"
          value={typed.months}
          error={form.getIssue('months')}
          onChange={({ currentTarget }) => change({ months: currentTarget.value })}
        />
      )}
      <SelectField
        label="For what"
        options={[
          { value: EVERYTHING, label: 'Everything' },
          ...soldParts.map(({ value, label }) => ({ value, label })),
        ]}
        value={typed.soldPart}
        error={form.getIssue('plans')}
        onChange={({ currentTarget }) => change({ soldPart: currentTarget.value })}
      />
      <TextField
        label="How many people can use it (optional)"
        inputMode="numeric"
        autoComplete="off"
        value={typed.uses}
        error={form.getIssue('max_redemptions')}
        onChange={({ currentTarget }) => change({ uses: currentTarget.value })}
      />
      <TextField
        label="Last day (optional)"
        type="date"
        value={typed.lastDay}
        error={form.getIssue('last_day')}
        onChange={({ currentTarget }) => change({ lastDay: currentTarget.value })}
      />
    </DialogForm>
  );
}

const readNumber = (text: string): number | null =>
  /^\d+([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null;

/** What a code can be for: a product, which is all of its plans, or one plan. */
type SoldPart = { value: string; label: string; planKeys: string[] };

/** Of plans that are published and paid. */
function listSoldParts(plans: readonly PlanSummary[]): SoldPart[] {
  const paid = plans.filter((plan) => plan.status !== 'new' && (plan.price_month || plan.price_year));
  return [...Map.groupBy(paid, (plan) => plan.product_id)].flatMap(([productId, sold]) => {
    const product = sold[0]?.product_name ?? '';
    const whole = { value: `product ${productId}`, planKeys: sold.map(({ key }) => key) };
    return sold.length === 1
      ? { ...whole, label: product }
      : [{ ...whole, label: `${product}, all plans` }, ...sold.map(toPlanPart)];
  });
}

const toPlanPart = ({ key, name, product_name: product }: PlanSummary): SoldPart => ({
  value: `plan ${key}`,
  label: formatPlanName(product, name),
  planKeys: [key],
});

const toRequest = (
  typed: Typed,
  soldParts: readonly SoldPart[],
  currency: string,
): Omit<NewPromotionCode, 'idempotency_key'> => ({
  code: typed.code.trim(),
  percent_off: typed.kind === 'percent' ? readNumber(typed.size) : null,
  amount_off: typed.kind === 'amount' ? parseAmount(typed.size, currency) : null,
  duration: typed.duration,
  months: typed.duration === 'repeating' ? readNumber(typed.months) : null,
  plans: soldParts.find(({ value }) => value === typed.soldPart)?.planKeys ?? null,
  max_redemptions: typed.uses.trim() === '' ? null : readNumber(typed.uses),
  last_day: typed.lastDay || null,
});

function findIssues(typed: Typed, soldParts: readonly SoldPart[], currency: string): Record<string, string> {
  const request = toRequest(typed, soldParts, currency);
  const { percent_off: percent, amount_off: amount, months, max_redemptions: uses } = request;
  const issues: Record<string, string> = {};
  if (!/^[A-Za-z0-9-]{3,40}$/.test(request.code)) issues.code = 'Enter a code of 3 to 40 letters, digits and hyphens.';
  if (typed.kind === 'percent' && (percent === null || percent <= 0 || percent > 100))
    issues.percent_off = 'Enter a percentage above 0, up to 100.';
  if (typed.kind === 'amount' && !amount) issues.amount_off = 'Enter an amount above 0.';
  const isMonths = months !== null && Number.isInteger(months) && months >= 1 && months <= COUPON_MONTHS_MAX;
  if (typed.duration === 'repeating' && !isMonths) issues.months = `Enter a number from 1 to ${COUPON_MONTHS_MAX}.`;
  if (typed.uses.trim() !== '' && (uses === null || !Number.isInteger(uses) || uses < 1))
    issues.max_redemptions = 'Enter a whole number, or leave this empty.';
  return issues;
}
