import { useState } from 'react';
import type { DeletionReceiptJson } from '#api/features/account/account.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { api } from '#src/lib/api-client.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { useAction } from '#src/lib/use-action.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { DeletionReceipt } from './DeletionReceipt.tsx';

/** The user's data: export and delete. */
export function AccountDataIsland() {
  return <RequireAuth>{(user) => <Data user={user} />}</RequireAuth>;
}

function Data({ user }: { user: UserJson }) {
  const [receipt, setReceipt] = useState<DeletionReceiptJson | null>(null);
  if (receipt) return <DeletionReceipt receipt={receipt} />;
  return (
    <div className="parts">
      <ExportData />
      <DeleteAccount user={user} onDeleted={setReceipt} />
    </div>
  );
}

/** All data of the user, as a file. */
function ExportData() {
  const [fileName, setFileName] = useState<string | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    setFileName(null);
    setFileName(await saveFile(await api.getResponse('/api/account/export'), 'my-data.json'));
  });
  return (
    <section className="panel" aria-labelledby="download">
      <h2 id="download">Download your data</h2>
      <p>
        One file with everything we keep about you: your account and settings, the terms you accepted, your sessions,
        your waiting list places, the emails we sent you and your account activity. It’s a JSON file: plain text that
        people and programs can read.
      </p>
      <Button variant="secondary" isBusy={isBusy} busyLabel="Preparing..." onClick={() => void run()}>
        Download as JSON
      </Button>
      {error && <Notice tone="error">{error}</Notice>}
      {fileName && <Notice tone="success">{fileName} is in your downloads.</Notice>}
    </section>
  );
}
