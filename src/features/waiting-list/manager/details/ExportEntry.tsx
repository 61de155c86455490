import { useState } from 'react';
import { formatServerError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { exportEntry } from '#src/features/waiting-list/manager/entries-api.ts';

/** For a privacy request of a person who has no account; that of a user is on their page. */
export function ExportEntry({ id }: { id: number }) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      showToast(`${await exportEntry(id)} is in your downloads`, 'success');
    } catch (error) {
      showToast(formatServerError(error, 'Failed to export the data'), 'error');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="link-button" disabled={isBusy} onClick={() => void run()}>
      {isBusy ? 'Exporting...' : 'Export data'}
    </button>
  );
}
