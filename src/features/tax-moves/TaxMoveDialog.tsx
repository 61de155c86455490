import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { MovableProductJson } from '#api/features/tax-moves/tax-moves.contract.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { DialogForm } from '#src/ui/dialogs/DialogForm.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import type { NewTaxMove } from './tax-move-api.ts';

type FormProps = { product: MovableProductJson; onMove: (move: NewTaxMove) => Promise<void>; onClose: () => void };
type Props = Omit<FormProps, 'product'> & {
  /** Null while it does not ask. */
  product: MovableProductJson | null;
};

/** Asks who moves to the tax rate of today, and says what that does to their payments. */
export function TaxMoveDialog({ product, ...form }: Props) {
  return (
    <Modal
      isOpen={product !== null}
      title={`Move subscribers of ${product?.name ?? ''} to ${product?.now ?? ''}`}
      onClose={form.onClose}
    >
      {product && <MoveForm {...form} product={product} />}
    </Modal>
  );
}

/** Mounted again each time the dialog opens. */
function MoveForm({ product, onMove, onClose }: FormProps) {
  const [chosen, setChosen] = useState(() => product.rates.map(({ key }) => key));
  const rates = product.rates.filter(({ key }) => chosen.includes(key));
  const people = rates.reduce((sum, { count }) => sum + count, 0);
  const dearer = rates.reduce((sum, { is_dearer: isDearer, count }) => sum + (isDearer ? count : 0), 0);
  const form = useFormSubmit(async () => {
    await onMove({ productId: product.product_id, rates: chosen });
    onClose();
  });
  const toggle = (key: string) =>
    setChosen((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]));
  return (
    <DialogForm
      form={form}
      firstField="input[type=checkbox]"
      isDirty={false}
      failure="No one was moved"
      submitLabel={people > 0 ? `Move ${formatCount(people, 'subscriber')}` : 'Move subscribers'}
      busyLabel="Starting..."
      canSubmit={people > 0}
      onClose={onClose}
    >
      <fieldset className="field choices">
        <legend>Who pays with</legend>
        {product.rates.map(({ key, words, count }) => (
          <CheckField
            key={key}
            label={`${words}: ${formatCount(count, 'subscriber')}`}
            checked={chosen.includes(key)}
            onChange={() => toggle(key)}
          />
        ))}
      </fieldset>
      <p>
        From their next payment on. What they have paid already, and its receipts, stay as they are; unused time of a
        later change of plan is credited at the new rate.
      </p>
      {rates.some(({ is_included: isIncluded }) => isIncluded) && (
        <p>Where prices include tax, people pay the same as before. You keep more or less of it.</p>
      )}
      {dearer > 0 && (
        <p data-tone="warning">
          {formatCount(dearer, 'subscriber')} {dearer === 1 ? 'pays' : 'pay'} more, because tax comes on top of the
          price. Each of them gets an email before the payment.
        </p>
      )}
      <p className="muted">
        You can undo this for 30 seconds, before anything is changed at Stripe. Who has ended, or has rates that were
        chosen in Stripe, is left out, and listed with the reason.
      </p>
    </DialogForm>
  );
}
