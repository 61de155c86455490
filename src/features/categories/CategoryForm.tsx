import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import { NamedFields } from '#src/ui/crud/NamedFields.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { api } from '#src/lib/api-client.ts';
import { topicPaths } from '#src/config/topic-paths.ts';

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
      {(form) => (
        <NamedFields
          kind="Category"
          nameMaxLength={80}
          toPath={topicPaths.category}
          slug={item?.slug ?? null}
          form={form}
        >
          <TextArea
            label="Description (optional)"
            name="description"
            rows={3}
            maxLength={500}
            value={form.values.description}
            error={form.getIssue('description')}
            onChange={({ currentTarget }) => form.setValues({ description: currentTarget.value })}
          />
        </NamedFields>
      )}
    </CrudFormDialog>
  );
}
