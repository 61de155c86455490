import { useState } from 'react';
import type { ProductJson } from '#api/features/products/products.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { useLeaveGuard } from '#src/components/admin/use-leave-guard.ts';
import { useSaving } from '#src/components/admin/use-saving.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { Modal } from '#src/components/ui/Modal.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { SelectField } from '#src/components/ui/SelectField.tsx';
import { TextField } from '#src/components/ui/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

type Props = {
  isOpen: boolean;
  /** The one that is changed; null adds one. */
  section: SectionJson | null;
  products: readonly ProductJson[];
  onSaved: () => void;
  onClose: () => void;
};

export function SectionForm({ isOpen, section, products, onSaved, onClose }: Props) {
  const [isDirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  useLeaveGuard(isOpen && isDirty);
  return (
    <Modal isOpen={isOpen} title={section ? 'Edit section' : 'Add section'} isDirty={isDirty} onClose={close}>
      <Fields
        section={section}
        products={products}
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

type FieldsProps = Pick<Props, 'section' | 'products' | 'onSaved'> & {
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
};

function Fields({ section, products, onSaved, onDirty, onCancel }: FieldsProps) {
  const begun = { name: section?.name ?? '', product_id: section?.product_id ?? null };
  const [typed, setTyped] = useState(begun);
  const type = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    onDirty(next.name !== begun.name || next.product_id !== begun.product_id);
  };
  const saving = useSaving(async () => {
    if (section) await api.put<SectionJson>(`/api/sections/${section.id}`, typed);
    else await api.post<SectionJson>('/api/sections', typed);
    showToast(section ? 'Section updated successfully' : 'Section added successfully', 'success');
    onSaved();
  }, 'Failed to save section');
  const options = [
    { value: '', label: 'Unassigned' },
    ...products.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <form className="form" ref={saving.form} onSubmit={saving.submit} noValidate>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={120}
        value={typed.name}
        error={saving.issueOf('name')}
        onChange={({ currentTarget }) => type({ name: currentTarget.value })}
      />
      <SelectField
        label="Product"
        name="product_id"
        options={options}
        value={typed.product_id === null ? '' : String(typed.product_id)}
        error={saving.issueOf('product_id')}
        onChange={({ currentTarget: { value } }) => type({ product_id: value === '' ? null : Number(value) })}
      />
      {saving.error && <Notice tone="error">{saving.error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={saving.isBusy} busyLabel="Saving...">
          {section ? 'Update section' : 'Add section'}
        </Button>
      </div>
    </form>
  );
}
