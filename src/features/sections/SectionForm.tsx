import type { ProductJson } from '#api/features/products/products.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { FormDialog } from '#src/ui/crud/FormDialog.tsx';
import { DialogForm } from '#src/ui/crud/DialogForm.tsx';
import type { CrudForm } from '#src/ui/crud/use-crud.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { useFormValues } from '#src/ui/crud/use-form-values.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

type Props = CrudForm<SectionJson> & { products: readonly ProductJson[] };

export function SectionForm(props: Props) {
  const { isOpen, item, onClose } = props;
  return (
    <FormDialog isOpen={isOpen} title={item ? 'Edit section' : 'Add section'} onClose={onClose}>
      {(onDirty) => <Fields {...props} onDirty={onDirty} />}
    </FormDialog>
  );
}

type FieldsProps = Props & { onDirty: (isDirty: boolean) => void };

function Fields({ item, products, onSaved, onClose, onDirty }: FieldsProps) {
  const { values, setValues } = useFormValues(
    { name: item?.name ?? '', product_id: item?.product_id ?? null },
    onDirty,
  );
  const submission = useFormSubmit(async () => {
    if (item) await api.put<SectionJson>(`/api/sections/${item.id}`, values);
    else await api.post<SectionJson>('/api/sections', values);
    showToast(item ? 'Section updated successfully' : 'Section added successfully', 'success');
    onSaved();
  }, 'Failed to save section');
  const options = [
    { value: '', label: 'Unassigned' },
    ...products.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <DialogForm submission={submission} submitLabel={item ? 'Update section' : 'Add section'} onCancel={onClose}>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={120}
        value={values.name}
        error={submission.getIssue('name')}
        onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
      />
      <SelectField
        label="Product"
        name="product_id"
        options={options}
        value={values.product_id === null ? '' : String(values.product_id)}
        error={submission.getIssue('product_id')}
        onChange={({ currentTarget: { value } }) => setValues({ product_id: value === '' ? null : Number(value) })}
      />
    </DialogForm>
  );
}
