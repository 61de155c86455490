import type { ProductJson } from '#api/features/products/products.contract.ts';
import { FormDialog } from '#src/ui/crud/FormDialog.tsx';
import { SavingForm } from '#src/ui/crud/DialogForm.tsx';
import type { ManagedForm } from '#src/ui/crud/use-crud.ts';
import { useSaving } from '#src/ui/crud/use-form-submit.ts';
import { useTyped } from '#src/ui/crud/use-form-values.ts';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

type Props = ManagedForm<ProductJson>;

export function ProductForm(props: Props) {
  const { isOpen, item, onClose } = props;
  return (
    <FormDialog isOpen={isOpen} title={item ? 'Edit product' : 'Add product'} onClose={onClose}>
      {(onDirty) => <Fields {...props} onDirty={onDirty} />}
    </FormDialog>
  );
}

type FieldsProps = Props & { onDirty: (isDirty: boolean) => void };

function Fields({ item, onSaved, onClose, onDirty }: FieldsProps) {
  const { typed, type } = useTyped({ name: item?.name ?? '', description: item?.description ?? '' }, onDirty);
  const saving = useSaving(async () => {
    if (item) await api.put<ProductJson>(`/api/products/${item.id}`, typed);
    else await api.post<ProductJson>('/api/products', typed);
    showToast(item ? 'Product updated successfully' : 'Product added successfully', 'success');
    onSaved();
  }, 'Failed to save product');
  return (
    <SavingForm saving={saving} submitLabel={item ? 'Update product' : 'Add product'} onCancel={onClose}>
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
    </SavingForm>
  );
}
