import { useState } from 'react';
import type { ProductJson } from '#api/features/products/products.contract.ts';
import { useLeaveGuard } from '#src/components/admin/use-leave-guard.ts';
import { useSaving } from '#src/components/admin/use-saving.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { Modal } from '#src/components/ui/Modal.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { TextArea } from '#src/components/ui/TextArea.tsx';
import { TextField } from '#src/components/ui/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

type Props = {
  isOpen: boolean;
  /** The one that is changed; null adds one. */
  product: ProductJson | null;
  onSaved: () => void;
  onClose: () => void;
};

export function ProductForm({ isOpen, product, onSaved, onClose }: Props) {
  const [isDirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  useLeaveGuard(isOpen && isDirty);
  return (
    <Modal isOpen={isOpen} title={product ? 'Edit product' : 'Add product'} isDirty={isDirty} onClose={close}>
      <Fields
        product={product}
        onDirty={setDirty}
        onCancel={close}
        onSaved={() => {
          setDirty(false);
          onSaved();
        }}
      />
    </Modal>
  );
}

type FieldsProps = Pick<Props, 'product' | 'onSaved'> & { onDirty: (isDirty: boolean) => void; onCancel: () => void };

function Fields({ product, onSaved, onDirty, onCancel }: FieldsProps) {
  const begun = { name: product?.name ?? '', description: product?.description ?? '' };
  const [typed, setTyped] = useState(begun);
  const type = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    onDirty(next.name !== begun.name || next.description !== begun.description);
  };
  const saving = useSaving(async () => {
    if (product) await api.put<ProductJson>(`/api/products/${product.id}`, typed);
    else await api.post<ProductJson>('/api/products', typed);
    showToast(product ? 'Product updated successfully' : 'Product added successfully', 'success');
    onSaved();
  }, 'Failed to save product');
  return (
    <form className="form" ref={saving.form} onSubmit={saving.submit} noValidate>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        value={typed.name}
        error={saving.issueOf('name')}
        onChange={({ currentTarget }) => type({ name: currentTarget.value })}
      />
      <TextArea
        label="Description (optional)"
        name="description"
        maxLength={500}
        value={typed.description}
        error={saving.issueOf('description')}
        onChange={({ currentTarget }) => type({ description: currentTarget.value })}
      />
      {saving.error && <Notice tone="error">{saving.error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={saving.isBusy} busyLabel="Saving...">
          {product ? 'Update product' : 'Add product'}
        </Button>
      </div>
    </form>
  );
}
