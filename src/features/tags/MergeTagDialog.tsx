import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { TagJson } from '#api/features/tags/tags.contract.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { api } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';

type Props = {
  /** Null while it does not ask. */
  tag: TagJson | null;
  tags: readonly TagJson[];
  onMerged: () => Promise<void>;
  onClose: () => void;
};

/** Asks which tag takes the posts and the address of another. */
export function MergeTagDialog({ tag, tags, onMerged, onClose }: Props) {
  const [intoId, setIntoId] = useState('');
  const into = tags.find(({ id }) => String(id) === intoId && id !== tag?.id);
  const others = tags.filter(({ id }) => id !== tag?.id);
  const close = () => {
    setIntoId('');
    onClose();
  };
  const merge = async () => {
    if (!tag || !into) return;
    await api.post('/api/tags/:id/merge', { param: { id: tag.id }, json: { into_id: into.id } });
    showToast('Tags merged successfully', 'success');
    await onMerged();
  };
  return (
    <ConfirmDialog
      isOpen={tag !== null}
      title="Merge tags"
      confirmLabel="Merge tags"
      busyLabel="Merging..."
      failure="Failed to merge tags"
      canConfirm={into !== undefined}
      onConfirm={merge}
      onClose={close}
    >
      <SelectField
        label={`Merge ‘${tag?.name ?? ''}’ into`}
        options={[
          { value: '', label: 'Choose a tag' },
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={intoId}
        onChange={({ currentTarget }) => setIntoId(currentTarget.value)}
      />
      {tag && into && (
        <p>
          {tag.blog_count > 0 && `${formatCount(tag.blog_count, 'post')} will have the tag `}
          {tag.blog_count > 0 && <strong>{into.name}</strong>}
          {tag.blog_count > 0 && ' instead. '}
          <strong>{tag.name}</strong> will be gone, and its address will lead to the other tag. This can’t be undone.
        </p>
      )}
    </ConfirmDialog>
  );
}
