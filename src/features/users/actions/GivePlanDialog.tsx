import { useState } from 'react';
import { formatPlanName, listPaidPlans } from '#api/domain/catalogue.ts';
import { COMPLIMENTARY_REASON_MAX_LENGTH, COMPLIMENTARY_SEATS_MAX } from '#api/domain/field-limits.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { getZoneName } from '#src/lib/format/dates.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { formatUser, getShortName } from '#src/features/users/user-labels.ts';
import type { GivenPlan } from '#src/features/users/users-api.ts';
import { EndChoice, isEndMissing, NO_END, toEnd } from './EndChoice.tsx';

type FormProps = {
  user: UserDetailJson;
  onGive: (plan: GivenPlan) => Promise<void>;
  onClose: () => void;
};

/** Asks which plan a user gets free of charge, until when, and why. Closing asks first when something is typed. */
export function GivePlanDialog({ isOpen, ...form }: FormProps & { isOpen: boolean }) {
  return (
    <Modal isOpen={isOpen} title={`Give ${formatUser(form.user)} a plan`} onClose={form.onClose}>
      <GivePlanForm {...form} />
    </Modal>
  );
}

/** Mounted again each time the dialog opens. */
function GivePlanForm({ user, onGive, onClose }: FormProps) {
  const [planName, setPlanName] = useState('');
  const [seats, setSeats] = useState('1');
  const [end, setEnd] = useState(NO_END);
  const sellsSeats = listPaidPlans().find(({ key }) => key === planName)?.sellsSeats ?? false;
  const quantity = sellsSeats ? readSeats(seats) : 1;
  const [reason, setReason] = useState('');
  const form = useFormSubmit(
    () => onGive({ planName, quantity: quantity ?? 1, endsAt: toEnd(end), reason: reason.trim() }),
    () => ({
      ...(planName === '' && { planName: 'Choose a plan.' }),
      ...(quantity === null && { quantity: `Enter a number of seats from 1 to ${COMPLIMENTARY_SEATS_MAX}.` }),
      ...(isEndMissing(end) && { endsAt: 'Choose the last day, today or later.' }),
      ...(reason.trim() === '' && { reason: 'Say why. Only staff see it.' }),
    }),
  );
  const name = getShortName(user);
  return (
    <DialogForm
      form={form}
      isDirty={reason !== '' || planName !== ''}
      failure="The plan wasn’t given"
      submitLabel="Give plan"
      busyLabel="Giving..."
      onClose={onClose}
    >
      <SelectField
        label="Plan"
        options={listPlanOptions()}
        value={planName}
        error={form.getIssue('planName')}
        onChange={(event) => setPlanName(event.currentTarget.value)}
      />
      {sellsSeats && (
        <TextField
          label="Seats"
          inputMode="numeric"
          autoComplete="off"
          value={seats}
          error={form.getIssue('quantity')}
          onChange={(event) => setSeats(event.currentTarget.value)}
        />
      )}
      <EndChoice
        value={end}
        never={{ label: 'Without an end', note: 'Until you end it.' }}
        dayHint={`${name} has it until midnight at the end of this day, ${getZoneName()}.`}
        issue={form.getIssue('endsAt')}
        onChange={setEnd}
      />
      <TextArea
        label="Reason"
        hint="For staff. It also stands in an export of the user’s data."
        value={reason}
        error={form.getIssue('reason')}
        maxLength={COMPLIMENTARY_REASON_MAX_LENGTH}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <ul className="facts">
        <li>
          <Icon name="credit-card" />
          Nothing is charged, now or when it ends.
        </li>
        <li>
          <Icon name="mail" />
          {name} can use it straight away, and gets an email in 30 seconds, until when you can undo this.
        </li>
        <li>
          <Icon name="rotate-ccw" />
          It ends when {name} buys a plan of the same product.
        </li>
      </ul>
    </DialogForm>
  );
}

/** Null for what is no number of seats. */
function readSeats(typed: string): number | null {
  const seats = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
  return seats >= 1 && seats <= COMPLIMENTARY_SEATS_MAX ? seats : null;
}

const listPlanOptions = () => [
  { value: '', label: 'Choose a plan' },
  ...listPaidPlans().map(({ key, productName, planName }) => ({
    value: key,
    label: formatPlanName(productName, planName),
  })),
];
