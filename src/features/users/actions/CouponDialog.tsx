import { useState } from 'react';
import type { Discount } from '#api/domain/subscription-price.ts';
import { describeCoupon } from '#api/domain/coupon-words.ts';
import { COUPON_MONTHS_MAX, COUPON_NAME_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { parseAmount } from '#api/domain/charge-amounts.ts';
import { region } from '#api/domain/region.ts';
import type { SubscriptionSummaryJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import type { CouponsJson } from '#api/features/subscriptions/support/support.contract.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { useAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { formatPlan, formatUser, getShortName } from '#src/features/users/user-labels.ts';
import { type CouponChoice, fetchCoupons } from '#src/features/users/users-api.ts';

type Acts = {
  onAdd: (subscription: SubscriptionSummaryJson, choice: CouponChoice) => Promise<void>;
  onRemove: (subscription: SubscriptionSummaryJson, discountId: string) => Promise<void>;
  onClose: () => void;
};
type Props = Acts & {
  user: UserDetailJson;
  /** Null while it does not ask. */
  subscription: SubscriptionSummaryJson | null;
};

/** The coupons on a subscription: adds one, or removes one. */
export function CouponDialog({ user, subscription, ...acts }: Props) {
  const plan = subscription ? formatPlan(subscription.product_name, subscription.plan_name) : '';
  return (
    <Modal isOpen={subscription !== null} title={`Coupons of ${formatUser(user)} for ${plan}`} onClose={acts.onClose}>
      {subscription && <Coupons {...acts} user={user} subscription={subscription} />}
    </Modal>
  );
}

type OpenProps = Acts & { user: UserDetailJson; subscription: SubscriptionSummaryJson };

function Coupons({ user, subscription, ...acts }: OpenProps) {
  const { stripe_subscription_id: id } = subscription;
  const { value, error, reload } = useQuery(`coupons ${id}`, (signal) => fetchCoupons(user.id, id, signal));
  if (error !== null) return <ErrorPanel message={error} onRetry={reload} />;
  if (value === null) return <Skeleton kind="field" count={3} />;
  return <CouponForm {...acts} user={user} subscription={subscription} listed={value} />;
}

/** What the select says for a coupon that is made here. */
const NEW = 'new';

function CouponForm({ user, subscription, listed, onAdd, onRemove, onClose }: OpenProps & { listed: CouponsJson }) {
  const [couponId, setCouponId] = useState(NEW);
  const [coupon, setCoupon] = useState<Typed>(NOTHING);
  const currency = subscription.price?.currency ?? region.currency;
  const made = couponId === NEW ? readCoupon(coupon, currency) : null;
  const form = useFormSubmit(
    async () => {
      await onAdd(subscription, made ? { couponId: null, coupon: made } : { couponId, coupon: null });
      onClose();
    },
    () => (couponId === NEW ? findIssues(coupon, currency) : {}),
  );
  const removal = useAction((discountId: string) => onRemove(subscription, discountId).then(onClose));
  const name = getShortName(user);
  return (
    <DialogForm
      form={form}
      isDirty={coupon !== NOTHING}
      failure="The coupon wasn’t added"
      submitLabel="Add coupon"
      busyLabel="Adding..."
      onClose={onClose}
    >
      {listed.discounts.length > 0 && (
        <ul className="facts">
          {listed.discounts.map((each) => (
            <li key={each.id}>
              <Icon name="check" />
              {each.name}: {each.words}
              <Button
                variant="secondary"
                className="button-small"
                aria-label={`Remove ${each.name}`}
                isBusy={removal.isBusy}
                onClick={() => void removal.run(each.id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removal.error && (
        <Notice tone="error" title="The coupon wasn’t removed">
          {removal.error}
        </Notice>
      )}
      <SelectField
        label="Coupon"
        options={[
          { value: NEW, label: 'A new coupon' },
          ...listed.coupons.map((each) => ({ value: each.id, label: `${each.name}: ${each.words}` })),
        ]}
        value={couponId}
        error={form.getIssue('couponId')}
        onChange={(event) => setCouponId(event.currentTarget.value)}
      />
      {couponId === NEW && (
        <NewCouponFields value={coupon} currency={currency} getIssue={form.getIssue} onChange={setCoupon} />
      )}
      <ul className="facts">
        {made && (
          <li>
            <Icon name="credit-card" />
            {describeCoupon({ ...made, currency })}
          </li>
        )}
        <li>
          <Icon name="mail" />
          {name} gets an email in 30 seconds. Until then you can undo this: a coupon that was added is removed; one that
          was removed is added again, and its months begin anew.
        </li>
      </ul>
    </DialogForm>
  );
}

type Typed = { name: string; kind: 'percent' | 'amount'; size: string; duration: Discount['duration']; months: string };
const NOTHING: Typed = { name: '', kind: 'percent', size: '', duration: 'once', months: '3' };

type FieldsProps = {
  value: Typed;
  currency: string;
  getIssue: (path: string) => string | undefined;
  onChange: (value: Typed) => void;
};

function NewCouponFields({ value, currency, getIssue, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        hint="It stands on invoices."
        value={value.name}
        maxLength={COUPON_NAME_MAX_LENGTH}
        error={getIssue('coupon.name')}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <RadioChoice
        legend="Takes off"
        options={[
          { value: 'percent', label: 'A percentage', note: 'Of each payment.' },
          { value: 'amount', label: 'An amount', note: `In ${currency.toUpperCase()}.` },
        ]}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      <TextField
        label={value.kind === 'percent' ? 'Percent' : `Amount in ${currency.toUpperCase()}`}
        inputMode="decimal"
        autoComplete="off"
        value={value.size}
        error={getIssue('coupon.size')}
        onChange={(event) => onChange({ ...value, size: event.currentTarget.value })}
      />
      <SelectField
        label="For"
        options={[
          { value: 'once', label: 'The next payment' },
          { value: 'repeating', label: 'Some months' },
          { value: 'forever', label: 'Every payment' },
        ]}
        value={value.duration}
        onChange={(event) => onChange({ ...value, duration: event.currentTarget.value as Typed['duration'] })}
      />
      {value.duration === 'repeating' && (
        <TextField
          label="Months"
          inputMode="numeric"
          autoComplete="off"
          value={value.months}
          error={getIssue('coupon.months')}
          onChange={(event) => onChange({ ...value, months: event.currentTarget.value })}
        />
      )}
    </>
  );
}

const readPercent = (size: string): number | null => {
  const percent = /^\d{1,3}([.,]\d{1,2})?$/.test(size.trim()) ? Number(size.trim().replace(',', '.')) : 0;
  return percent > 0 && percent <= 100 ? percent : null;
};

const readMonths = (months: string): number | null => {
  const count = /^\d{1,2}$/.test(months.trim()) ? Number(months) : 0;
  return count >= 1 && count <= COUPON_MONTHS_MAX ? count : null;
};

/** Null while something is missing. */
function readCoupon(typed: Typed, currency: string): CouponChoice['coupon'] {
  if (Object.keys(findIssues(typed, currency)).length > 0) return null;
  const { name, kind, size, duration, months } = typed;
  return {
    name: name.trim(),
    percentOff: kind === 'percent' ? readPercent(size) : null,
    amountOff: kind === 'amount' ? parseAmount(size, currency) : null,
    duration,
    months: duration === 'repeating' ? readMonths(months) : null,
  };
}

function findIssues({ name, kind, size, duration, months }: Typed, currency: string): Record<string, string> {
  const amount = kind === 'percent' ? readPercent(size) : parseAmount(size, currency);
  return {
    ...(name.trim() === '' && { 'coupon.name': 'Enter a name. It stands on invoices.' }),
    ...(!amount && { 'coupon.size': kind === 'percent' ? 'Enter a percentage up to 100.' : 'Enter an amount.' }),
    ...(duration === 'repeating' &&
      readMonths(months) === null && { 'coupon.months': `Enter a number of months from 1 to ${COUPON_MONTHS_MAX}.` }),
  };
}
