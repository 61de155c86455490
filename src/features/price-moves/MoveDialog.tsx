import { useState } from 'react';
import { formatLocalDay, fromLocalTime } from '#api/domain/local-time.ts';
import { formatCents } from '#api/domain/money.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { describePriceMove, PRICE_MOVE_MESSAGE_MAX_LENGTH, PRICE_MOVE_NOTICE_DAYS } from '#api/domain/price-moves.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { region } from '#api/domain/region.ts';
import type { MovablePlanJson } from '#api/features/price-moves/price-moves.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import type { NewMove } from './price-move-api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type FormProps = { plan: MovablePlanJson; onMove: (move: NewMove) => Promise<void>; onClose: () => void };
type Props = Omit<FormProps, 'plan'> & {
  /** Null while it does not ask. */
  plan: MovablePlanJson | null;
};

/** Asks who moves to the price that a plan is sold for, from when on, and with which words. */
export function MoveDialog({ plan, ...form }: Props) {
  return (
    <Modal isOpen={plan !== null} title={`Move subscribers of ${plan?.name ?? ''}`} onClose={form.onClose}>
      {plan && <MoveForm {...form} plan={plan} />}
    </Modal>
  );
}

/** The first day (YYYY-MM-DD) with enough notice; the day of today has begun, so one more. */
const findFirstDay = () => formatLocalDay(Date.now() + (PRICE_MOVE_NOTICE_DAYS + 1) * DAY_MS, region.timeZone);
const toStartOfDay = (day: string) => new Date(fromLocalTime(`${day}T00:00:00`, region.timeZone)).toISOString();

type Payers = MovablePlanJson['prices'][number];

const countMovable = ({ count, left_out: leftOut }: Payers): number => count - leftOut;

/** '3 subscribers', '3 subscribers, 1 of them left out' */
const formatSubscribers = ({ count, left_out: leftOut }: Payers): string =>
  `${formatCount(count, 'subscriber')}${leftOut === 0 ? '' : `, ${formatNumber(leftOut)} of them left out`}`;

/** Mounted again each time the dialog opens. */
function MoveForm({ plan, onMove, onClose }: FormProps) {
  const [first] = plan.prices;
  const [chosen, setChosen] = useState(() =>
    plan.prices.filter(({ interval }) => interval === first?.interval).map(({ price_id: id }) => id),
  );
  const [earliest] = useState(findFirstDay);
  const [day, setDay] = useState(earliest);
  const [message, setMessage] = useState('');
  const prices = plan.prices.filter(({ price_id: id }) => chosen.includes(id));
  const intervals = new Set(prices.map(({ interval }) => interval));
  const form = useFormSubmit(
    async () => {
      await onMove({ plan: plan.key, priceIds: chosen, effectiveFrom: toStartOfDay(day), message: message.trim() });
      onClose();
    },
    () => ({
      ...(day < earliest && { effectiveFrom: `Choose ${formatLongDate(toStartOfDay(earliest))} or a later day.` }),
    }),
  );
  const people = prices.reduce((sum, price) => sum + countMovable(price), 0);
  const after = plan.now.find(({ interval }) => interval === prices[0]?.interval)?.words ?? null;
  const isPossible = people > 0 && intervals.size === 1;
  return (
    <DialogForm
      form={form}
      firstField="input[type=date]"
      isDirty={message !== ''}
      failure="No one was moved"
      submitLabel={isPossible ? `Move ${formatCount(people, 'subscriber')}` : 'Move subscribers'}
      busyLabel="Starting..."
      canSubmit={isPossible}
      onClose={onClose}
    >
      <fieldset className="field choices">
        <legend>Who pays</legend>
        {plan.prices.map((price) => (
          <CheckField
            key={price.price_id}
            label={`${price.words}: ${formatSubscribers(price)}`}
            checked={chosen.includes(price.price_id)}
            onChange={() =>
              setChosen((before) =>
                before.includes(price.price_id)
                  ? before.filter((id) => id !== price.price_id)
                  : [...before, price.price_id],
              )
            }
          />
        ))}
      </fieldset>
      {intervals.size > 1 && <p className="field-error">Choose prices by the month or by the year, not both.</p>}
      <TextField
        type="date"
        label="From this day on"
        hint={`Each one moves with the first renewal from then on. At least ${PRICE_MOVE_NOTICE_DAYS} days ahead.`}
        value={day}
        min={earliest}
        error={form.getIssue('effectiveFrom')}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextArea
        label="Your words in the email (optional)"
        value={message}
        maxLength={PRICE_MOVE_MESSAGE_MAX_LENGTH}
        error={form.getIssue('message')}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {isPossible && <OwnPayments prices={prices} people={people} currency={plan.currency} />}
      {isPossible && (
        <EmailPreview plan={plan.name} before={prices[0]?.words ?? ''} after={after} day={day} message={message} />
      )}
      <p className="muted">
        You can undo this for 30 seconds, before anyone is told. After that you can cancel the move until each one’s
        renewal; who was told gets an email then. Who is set to end, past due, or waits for another change is left out.
      </p>
    </DialogForm>
  );
}

type OwnProps = { prices: MovablePlanJson['prices']; people: number; currency: string };

/** The amounts of those who won’t pay the new price itself. */
function OwnPayments({ prices, people, currency }: OwnProps) {
  const own = prices.flatMap(({ own_payments: payments }) => payments ?? []);
  if (own.length === 0) return null;
  const count = own.reduce((sum, each) => sum + each.count, 0);
  const [least, most] = [Math.min(...own.map((each) => each.least)), Math.max(...own.map((each) => each.most))].map(
    (amount) => formatCents(amount, currency),
  );
  const who = count === people ? 'Each of them' : `${formatNumber(count)} of them`;
  return (
    <p>
      {who} {count === people || count === 1 ? 'pays' : 'pay'} {least === most ? least : `from ${least} to ${most}`},
      with their own discount, seats and tax. Their email says how much.
    </p>
  );
}

type PreviewProps = { plan: string; before: string; after: string | null; day: string; message: string };

/** What the email says, with the first of the prices and the earliest renewal. */
function EmailPreview({ plan, before, after, day, message }: PreviewProps) {
  const startsOn = day === '' ? '...' : formatLongDate(toStartOfDay(day));
  const { change, choice } = describePriceMove({ plan, before, after, startsOn });
  return (
    <details className="fold">
      <summary>The email</summary>
      <p>{change}</p>
      {message.trim() !== '' && <p>{message}</p>}
      <p>{choice}</p>
    </details>
  );
}
