import { TAG_NAME_MAX_LENGTH } from '#api/domain/field-limits.ts';
import type { TagJson } from '#api/features/tags/tags.contract.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import { NamedFields } from '#src/ui/crud/NamedFields.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
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
      {(form) => (
        <NamedFields
          kind="Tag"
          nameMaxLength={TAG_NAME_MAX_LENGTH}
          toPath={topicPaths.tag}
          slug={item?.slug ?? null}
          form={form}
        />
      )}
    </CrudFormDialog>
  );
}
