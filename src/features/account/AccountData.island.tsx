import { useState } from 'react';
import type { DeletionReceiptJson } from '#api/features/account/account.contract.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { DeletionReceipt } from './DeletionReceipt.tsx';
import { ExportData } from './ExportData.tsx';

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
