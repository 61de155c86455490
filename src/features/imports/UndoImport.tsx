import { useState } from 'react';
import { formatList } from '#api/domain/lists.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { ConfirmButton } from '#src/ui/dialogs/ConfirmButton.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { countItems, formatKindCount } from './import-words.ts';
import { type ImportJson, undoImport } from './imports-api.ts';

/** Takes out what came in, after it was said what that is. */
export function UndoImport({ value, onChange }: { value: ImportJson; onChange: () => void }) {
  const [removesEdited, setRemovesEdited] = useState(false);
  const { edited } = value;
  return (
    <ConfirmButton
      label="Undo this import..."
      button={{ variant: 'secondary' }}
      title="Undo this import?"
      confirmLabel="Undo this import"
      busyLabel="Undoing..."
      isDestructive
      onConfirm={async () => {
        await undoImport(value.id, removesEdited);
        onChange();
      }}
    >
      <p>{`This removes ${formatRemoved(value)}. They leave the site straight away.`}</p>
      {edited > 0 && (
        <CheckField
          label={`Also remove the ${formatNumber(edited)} ${pluralize(edited, 'text that was', 'texts that were')} edited since`}
          checked={removesEdited}
          onChange={({ currentTarget }) => setRemovesEdited(currentTarget.checked)}
        />
      )}
    </ConfirmButton>
  );
}

export const formatRemoved = (value: ImportJson): string =>
  formatList(
    (['post', 'page', 'media', 'redirect'] as const).flatMap((kind) => {
      const count = countItems(value, kind, 'done');
      return count > 0 ? [formatKindCount(kind, count)] : [];
    }),
  ) || 'what came in';
