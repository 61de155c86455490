import type { ReactNode } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import type { useSaving } from './use-saving.ts';

type Props = { saving: ReturnType<typeof useSaving>; submitLabel: string; onCancel: () => void; children: ReactNode };

/** The form of a dialog: its fields, what went wrong, and the two ways out. */
export function SavingForm({ saving, submitLabel, onCancel, children }: Props) {
  return (
    <form className="form" ref={saving.form} onSubmit={saving.submit} noValidate>
      {children}
      {saving.error && <Notice tone="error">{saving.error}</Notice>}
      <div className="form-actions">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={saving.isBusy} busyLabel="Saving...">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
