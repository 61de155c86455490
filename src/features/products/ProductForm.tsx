import { documentReaderHints, documentReaderWords } from '#api/domain/document-readers.ts';
import { type DocumentReaders, documentReaders } from '#api/domain/enums.ts';
import type { ProductJson } from '#api/features/products/products.contract.ts';
import { CrudFormDialog } from '#src/ui/crud/CrudFormDialog.tsx';
import type { CrudFormProps } from '#src/ui/crud/use-crud.ts';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';

const readerOptions = documentReaders.map((value) => ({ value, label: documentReaderWords[value] }));

export function ProductForm(props: CrudFormProps<ProductJson>) {
  const { item } = props;
  return (
    <CrudFormDialog
      {...props}
      initialValues={{
        name: item?.name ?? '',
        description: item?.description ?? '',
        document_readers: item?.document_readers ?? 'users',
      }}
      save={(json) =>
        item ? api.put('/api/products/:id', { param: { id: item.id }, json }) : api.post('/api/products', { json })
      }
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
            maxLength={500}
            value={values.description}
            error={getIssue('description')}
            onChange={({ currentTarget }) => setValues({ description: currentTarget.value })}
          />
          <SelectField
            label="Who can read the documentation"
            name="document_readers"
            hint={documentReaderHints[values.document_readers]}
            options={readerOptions}
            value={values.document_readers}
            error={getIssue('document_readers')}
            onChange={({ currentTarget }) => setValues({ document_readers: currentTarget.value as DocumentReaders })}
          />
        </>
      )}
    </CrudFormDialog>
  );
}
