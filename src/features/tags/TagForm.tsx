import { TAG_NAME_MAX_LENGTH } from '#api/domain/field-limits.ts';
import type { TagJson } from '#api/features/tags/tags.contract.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
import { AddressField, formatAddressHint } from '#src/ui/forms/AddressField.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { topicPaths } from '#src/config/topic-paths.ts';

/** Name and address of a tag, to add one or to change one. */
export function TagForm(props: CrudFormProps<TagJson>) {
  const { item } = props;
  return (
    <CrudFormDialog
      {...props}
      initialValues={{ name: item?.name ?? '', slug: item?.slug ?? '' }}
      save={({ name, slug }) => {
        const json = { name, ...(slug && { slug }) };
        return item ? api.put('/api/tags/:id', { param: { id: item.id }, json }) : api.post('/api/tags', { json });
      }}
    >
      {({ values, setValues, getIssue }) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={TAG_NAME_MAX_LENGTH}
            value={values.name}
            error={getIssue('name')}
            onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
          />
          <AddressField
            placeholder={item?.slug}
            value={values.slug}
            hint={formatAddressHint({
              kind: 'Tag',
              source: 'name',
              toPath: (slug: string) => topicPaths.tag(slug),
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
