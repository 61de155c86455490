import { useRef, useState } from 'react';
import { refundReasons, type RefundReason } from '#api/domain/enums.ts';
import { parseAmount } from '#api/domain/charge-amounts.ts';
import { formatCents } from '#api/domain/money.ts';
import { refundReasonLabels } from '#api/domain/refund-reasons.ts';
import type { UserDetailJson, UserPaymentsJson } from '#api/features/users/users.contract.ts';
import { createRandomId } from '#src/lib/random-id.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { formatPlan, formatUser, getShortName } from '#src/features/users/user-labels.ts';
import type { Refund } from '#src/features/users/users-api.ts';
import { RadioChoice } from '#src/ui/forms/RadioChoice.tsx';

type Payment = UserPaymentsJson['payments'][number];

type FormProps = {
  user: UserDetailJson;
  payment: Payment;
  onRefund: (payment: Payment, refund: Refund) => Promise<void>;
  onClose: () => void;
};

type Props = Omit<FormProps, 'payment'> & {
  /** Null while it does not ask. */
  payment: Payment | null;
};

/** Asks how much of a payment is refunded, and why. Closing asks first when something is typed. */
export function RefundDialog({ payment, ...form }: Props) {
  return (
    <Modal
      isOpen={payment !== null}
      title={`Refund ${payment?.invoice_number ? `invoice ${payment.invoice_number}` : 'this payment'}?`}
      onClose={form.onClose}
    >
      {payment?.refund_obstacle && <RefundObstacle obstacle={payment.refund_obstacle} onClose={form.onClose} />}
      {payment && !payment.refund_obstacle && <RefundForm {...form} payment={payment} />}
    </Modal>
  );
}

/** It was refunded or disputed while the dialog was open. */
const RefundObstacle = ({ obstacle, onClose }: { obstacle: string; onClose: () => void }) => (
  <div className="form">
    <Notice tone="error">{obstacle}</Notice>
    <div className="form-actions">
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    </div>
  </div>
);

const REASONS = [
  { value: '', label: 'Choose a reason' },
  ...refundReasons.map((value) => ({ value, label: refundReasonLabels[value] })),
];

/** Mounted again each time the dialog opens. */
function RefundForm({ user, payment, onRefund, onClose }: FormProps) {
  const { currency, refundable } = payment;
  const [part, setPart] = useState<'all' | 'part'>('all');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<RefundReason | ''>('');
  const getKey = useIdempotencyKeys();
  const amount = part === 'all' ? refundable : parseAmount(typed, currency);
  const isAmount = amount !== null && amount > 0 && amount <= refundable;
  const form = useFormSubmit(
    async () => {
      if (amount === null || reason === '') return;
      const refund = { amount, refundedBefore: payment.amount_refunded, reason };
      await onRefund(payment, { ...refund, idempotencyKey: getKey(refund) });
    },
    () => ({
      ...(!isAmount && { amount: `Enter an amount up to ${formatCents(refundable, currency)}.` }),
      ...(reason === '' && { reason: 'Choose a reason.' }),
    }),
  );
  return (
    <DialogForm
      form={form}
      isDirty={typed !== '' || reason !== ''}
      submitLabel={isAmount ? `Refund ${formatCents(amount, currency)}` : 'Refund'}
      busyLabel="Refunding..."
      isDestructive
      onClose={onClose}
    >
      <p>{describePayment(user, payment)}</p>
      {payment.credited_by && <Notice tone="info">{describeCredit(payment.credited_by)}</Notice>}
      <RadioChoice
        legend="How much"
        options={[
          { value: 'all', label: 'All of it', note: formatCents(refundable, currency) },
          { value: 'part', label: 'A part', note: `Up to ${formatCents(refundable, currency)}` },
        ]}
        value={part}
        onChange={setPart}
      />
      {part === 'part' && (
        <TextField
          label={`Amount in ${currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={form.getIssue('amount')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <SelectField
        label="Reason"
        hint={reason === 'fraudulent' ? 'Stripe then blocks the card and the email address.' : undefined}
        options={REASONS}
        value={reason}
        error={form.getIssue('reason')}
        onChange={(event) => setReason(event.currentTarget.value as RefundReason | '')}
      />
      <RefundFacts user={user} />
    </DialogForm>
  );
}

/** One key for each refund that is asked for: the same when it is tried again, another when it has changed. */
function useIdempotencyKeys() {
  const keys = useRef(new Map<string, string>());
  return (refund: Omit<Refund, 'idempotencyKey'>): string => {
    const id = JSON.stringify(refund);
    const key = keys.current.get(id) ?? createRandomId();
    keys.current.set(id, key);
    return key;
  };
}

/** 'Henrik Dahl paid US$10.00 for GenMate Creator on 14 November 2026. US$4.00 is refunded already.' */
function describePayment(user: UserDetailJson, payment: Payment): string {
  const { currency, amount_refunded: refunded } = payment;
  const plan = formatPlan(payment.product_name, payment.plan_name);
  const paid = formatCents(payment.refundable + refunded, currency);
  const date = formatLongDate(payment.paid_at ?? payment.created_at);
  return [
    `${formatUser(user)} paid ${paid}${plan && ` for ${plan}`} on ${date}.`,
    refunded > 0 && `${formatCents(refunded, currency)} is refunded already.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** 'The plan changed to GenMate Pro on 24 November 2026, ...' */
function describeCredit({ at, plan_name: planName, number }: NonNullable<Payment['credited_by']>): string {
  const change = `The plan changed${planName === null ? '' : ` to ${planName}`} on ${formatLongDate(at)}`;
  const where = number === null ? '' : ` on invoice ${number}`;
  return `${change}, and what was left of this payment was credited${where}. A full refund would give that part back twice.`;
}

const RefundFacts = ({ user }: { user: UserDetailJson }) => (
  <ul className="facts">
    <li>
      <Icon name="mail" />
      {getShortName(user)} gets an email. The money takes 5 to 10 days.
    </li>
    <li>
      <Icon name="credit-card" />
      Subscriptions go on. You can cancel them under Subscriptions.
    </li>
    <li>
      <Icon name="ban" />A refund can’t be undone.
    </li>
  </ul>
);
