import type { SessionJson } from '#api/features/auth/auth.contract.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { deviceOf } from './parse-device.ts';

export type Asked = { kind: 'one'; session: SessionJson } | { kind: 'others' };

type Props = {
  asked: Asked | null;
  others: readonly SessionJson[];
  onClose: () => void;
  onEnd: (session: SessionJson) => Promise<void>;
  onEndOthers: () => Promise<void>;
};

export const nameOf = (session: SessionJson) => deviceOf(session.user_agent).name;

/** Asks before a device, or every other one, is signed out. */
export function EndSessionDialogs({ asked, others, onClose, onEnd, onEndOthers }: Props) {
  return (
    <>
      <ConfirmDialog
        isOpen={asked?.kind === 'one'}
        title="End this session?"
        confirmLabel="End session"
        busyLabel="Ending..."
        isDestructive
        onClose={onClose}
        onConfirm={() => (asked?.kind === 'one' ? onEnd(asked.session) : Promise.resolve())}
      >
        {asked?.kind === 'one' && (
          <p>
            <strong>{nameOf(asked.session)}</strong> is signed out at once. Whoever uses it needs a new code from your
            mailbox to sign in again.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked?.kind === 'others'}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        busyLabel="Signing out..."
        isDestructive
        onClose={onClose}
        onConfirm={onEndOthers}
      >
        <p>You stay signed in here. These are signed out at once:</p>
        <ul>
          {others.map((session) => (
            <li key={session.id}>{nameOf(session)}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
