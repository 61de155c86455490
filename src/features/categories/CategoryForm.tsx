import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
import { AddressField, formatAddressHint } from '#src/ui/forms/AddressField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';

/** Name, description and address of a category, to add one or to change one. */
export function CategoryForm(props: CrudFormProps<ManagedCategoryJson>) {
  const { item } = props;
  return (
    <CrudFormDialog
      {...props}
      initialValues={{ name: item?.name ?? '', description: item?.description ?? '', slug: item?.slug ?? '' }}
      save={({ slug, ...others }) => {
        const json = { ...others, ...(slug && { slug }) };
        return item
          ? api.put('/api/categories/:id', { param: { id: item.id }, json })
          : api.post('/api/categories', { json });
      }}
    >
      {({ values, setValues, getIssue }) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={80}
            value={values.name}
            error={getIssue('name')}
            onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
          />
          <TextArea
            label="Description (optional)"
            name="description"
            rows={3}
            maxLength={500}
            value={values.description}
            error={getIssue('description')}
            onChange={({ currentTarget }) => setValues({ description: currentTarget.value })}
          />
          <AddressField
            placeholder={item?.slug}
            value={values.slug}
            hint={formatAddressHint({
              kind: 'Category',
              source: 'name',
              toPath: (slug: string) => paths.category(slug),
              live: item?.slug ?? null,
              slug: values.slug || (item?.slug ?? ''),
            })}
            error={getIssue('slug')}
            onChange={(slug) => setValues({ slug })}
          />
        </>
      )}
    </CrudFormDialog>
  );
}
