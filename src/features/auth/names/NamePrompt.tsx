import { useState } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { UserNameForm } from './UserNameForm.tsx';

const SKIPPED_KEY = 'nameSkipped';

/** Asks an administrator without a name for one, above the screen that is open; once in a browser tab. */
export function NamePrompt({ user }: { user: UserJson }) {
  const [isOpen, setOpen] = useState(() => readStoredJson<boolean>('sessionStorage', SKIPPED_KEY) !== true);
  const skip = () => {
    storeJson('sessionStorage', SKIPPED_KEY, true);
    setOpen(false);
  };
  return (
    <Modal isOpen={isOpen} title="What’s your name?" onClose={skip}>
      <p>Other admins see it beside your changes, and readers see it on the posts you write.</p>
      <UserNameForm user={user} onSaved={() => setOpen(false)} onSkip={skip} />
    </Modal>
  );
}
