import type { ProductJson } from '#api/features/products/products.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';

type Props = CrudFormProps<SectionJson> & { products: readonly ProductJson[] };

export function SectionForm({ products, ...props }: Props) {
  const { item } = props;
  const options = [
    { value: '', label: 'Unassigned' },
    ...products.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <CrudFormDialog
      {...props}
      initialValues={{ name: item?.name ?? '', product_id: item?.product_id ?? null }}
      save={(json) =>
        item ? api.put('/api/sections/:id', { param: { id: item.id }, json }) : api.post('/api/sections', { json })
      }
    >
      {({ values, setValues, getIssue }) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={120}
            value={values.name}
            error={getIssue('name')}
            onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
          />
          <SelectField
            label="Product"
            name="product_id"
            options={options}
            value={values.product_id ?? ''}
            error={getIssue('product_id')}
            onChange={({ currentTarget }) => setValues({ product_id: Number(currentTarget.value) || null })}
          />
        </>
      )}
    </CrudFormDialog>
  );
}
