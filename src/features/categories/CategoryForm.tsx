import { useEffect, useId } from 'react';
import type { ManagedCategoryJson } from '#api/features/categories/categories.contract.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { useFormSubmit } from '#src/ui/crud/use-form-submit.ts';
import { useFormValues } from '#src/ui/crud/use-form-values.ts';
import { AddressField, formatAddressHint } from '#src/ui/forms/AddressField.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';

type Props = {
  /** The one that is changed; null adds one. */
  category: ManagedCategoryJson | null;
  onSaved: () => void;
  onCancel: () => void;
  onDirty: (isDirty: boolean) => void;
};

/** Name, description and address of a category, to add one or to change one. */
export function CategoryForm({ category, onSaved, onCancel, onDirty }: Props) {
  const id = useId();
  const first = { name: category?.name ?? '', description: category?.description ?? '', slug: category?.slug ?? '' };
  const { values, setValues, isDirty, reset } = useFormValues(first, onDirty);
  useUnsavedWarning(isDirty);
  const saving = useFormSubmit(async () => {
    const { slug, ...others } = values;
    const json = { ...others, ...(slug && { slug }) };
    if (category) await api.put('/api/categories/:id', { param: { id: category.id }, json });
    else await api.post('/api/categories', { json });
    showToast(category ? 'Category updated successfully' : 'Category created successfully', 'success');
    reset({ name: '', description: '', slug: '' });
    onSaved();
    // One often adds several.
    if (!category) saving.form.current?.querySelector('input')?.focus();
  }, 'Failed to save category');
  const isEdit = category !== null;
  useEffect(() => {
    if (!isEdit) return;
    const name = saving.form.current?.querySelector('input');
    name?.focus();
    name?.select();
  }, [isEdit, saving.form]);

  return (
    <form className="form category-form" ref={saving.form} onSubmit={saving.submit} noValidate aria-labelledby={id}>
      <h2 id={id}>{category ? 'Edit category' : 'Add a category'}</h2>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        value={values.name}
        error={saving.getIssue('name')}
        onChange={({ currentTarget }) => setValues({ name: currentTarget.value })}
      />
      <TextArea
        label="Description (optional)"
        name="description"
        rows={3}
        maxLength={500}
        value={values.description}
        error={saving.getIssue('description')}
        onChange={({ currentTarget }) => setValues({ description: currentTarget.value })}
      />
      <AddressField
        placeholder={category?.slug}
        value={values.slug}
        hint={formatAddressHint({
          ...{ kind: 'Category', source: 'name', toPath: (slug: string) => paths.category(slug) },
          ...{ live: category?.slug ?? null, slug: values.slug || (category?.slug ?? '') },
        })}
        error={saving.getIssue('slug')}
        onChange={(slug) => setValues({ slug })}
      />
      {saving.error && <Notice tone="error">{saving.error}</Notice>}
      <div className="form-actions">
        <Button type="submit" isBusy={saving.isBusy} busyLabel="Saving...">
          {category ? 'Update category' : 'Add category'}
        </Button>
        {category && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
