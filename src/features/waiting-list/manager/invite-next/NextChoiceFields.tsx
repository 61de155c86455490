import { formatNumber } from '#api/domain/numbers.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { listWaitingListProducts } from '#api/domain/catalogue.ts';
import { MAX_COUNT, type NextChoice, type NextPeople, parseCount } from './next-people.ts';

type Props = {
  choice: NextChoice;
  /** How many each box leaves out, ticked or not; null until it is known. */
  leftOut: NextPeople['left_out'] | null;
  onChange: (change: Partial<NextChoice>) => void;
};

const ORDERS = [
  { order: 'age', label: 'Longest wait', note: 'In the order they joined, as we told them.' },
  {
    order: 'intent',
    label: 'Plans first',
    note: 'People who told us their plans go ahead of those who joined earlier.',
  },
] as const;

/** Whom to invite next. */
export function NextChoiceFields({ choice, leftOut, onChange }: Props) {
  const { productId, count, order, leavesOutUnconfirmed, leavesOutBounced } = choice;
  return (
    <div className="invite-fields">
      <div className="invite-pair">
        <SelectField
          label="Product"
          options={listWaitingListProducts().map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(productId)}
          onChange={({ target }) => onChange({ productId: Number(target.value) })}
        />
        <TextField
          label="How many"
          inputMode="numeric"
          autoComplete="off"
          value={count}
          error={parseCount(count) === null ? `Enter a number from 1 to ${MAX_COUNT}.` : undefined}
          onChange={({ currentTarget }) => onChange({ count: currentTarget.value })}
        />
      </div>
      <fieldset>
        <legend>Who first</legend>
        {ORDERS.map(({ order: value, label, note }) => (
          <label key={value} className="invite-order">
            <input
              type="radio"
              name="invite_order"
              checked={order === value}
              onChange={() => onChange({ order: value })}
            />
            <b>{label}</b>
            <small>{note}</small>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Leave out</legend>
        <CheckField
          label={<LeftOutLabel text="Addresses not confirmed" count={leftOut?.unconfirmed} />}
          checked={leavesOutUnconfirmed}
          onChange={({ target }) => onChange({ leavesOutUnconfirmed: target.checked })}
        />
        <CheckField
          label={<LeftOutLabel text="Addresses that bounced" count={leftOut?.bounced} />}
          checked={leavesOutBounced}
          onChange={({ target }) => onChange({ leavesOutBounced: target.checked })}
        />
        {!leavesOutUnconfirmed && (leftOut?.unconfirmed ?? 0) > 0 && (
          <Notice tone="info">
            An invitation to an address that isn’t confirmed may bounce or reach someone who never joined.
          </Notice>
        )}
        {!leavesOutBounced && (leftOut?.bounced ?? 0) > 0 && (
          <Notice tone="info">
            People whose address bounced, or gets no email, become invited without being told.
          </Notice>
        )}
      </fieldset>
    </div>
  );
}

const LeftOutLabel = ({ text, count = 0 }: { text: string; count: number | undefined }) => (
  <>
    {text} {count > 0 && <span className="muted">{formatNumber(count)}</span>}
  </>
);
