import type { ProductJson } from '#api/features/products/products.contract.ts';
import { FormDialog } from '#src/ui/crud/FormDialog.tsx';
import { DialogForm } from '#src/ui/crud/DialogForm.tsx';
import type { CrudForm } from '#src/ui/crud/use-crud.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { useFormValues } from '#src/ui/crud/use-form-values.ts';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

type Props = CrudForm<ProductJson>;

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
  const { values, setValues } = useFormValues(
    { name: item?.name ?? '', description: item?.description ?? '' },
    onDirty,
  );
  const submission = useFormSubmit(async () => {
    if (item) await api.put<ProductJson>(`/api/products/${item.id}`, values);
    else await api.post<ProductJson>('/api/products', values);
    showToast(item ? 'Product updated successfully' : 'Product added successfully', 'success');
    onSaved();
  }, 'Failed to save product');
  return (
    <DialogForm submission={submission} submitLabel={item ? 'Update product' : 'Add product'} onCancel={onClose}>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        value={values.name}
        error={submission.getIssue('name')}
        onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
      />
      <TextArea
        label="Description (optional)"
        name="description"
        maxLength={500}
        value={values.description}
        error={submission.getIssue('description')}
        onChange={({ currentTarget }) => setValues({ description: currentTarget.value })}
      />
    </DialogForm>
  );
}
