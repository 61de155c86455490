import type { SessionJson } from '#api/features/auth/auth.contract.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { parseDevice } from './parse-device.ts';

export type SessionPrompt = { kind: 'one'; session: SessionJson } | { kind: 'others' };

type Props = {
  prompt: SessionPrompt | null;
  others: readonly SessionJson[];
  onClose: () => void;
  onEnd: (session: SessionJson) => Promise<void>;
  onEndOthers: () => Promise<void>;
};

export const formatSessionDevice = (session: SessionJson) => parseDevice(session.user_agent).name;

/** Asks before a device, or every other one, is signed out. */
export function RevokeSessionDialogs({ prompt, others, onClose, onEnd, onEndOthers }: Props) {
  return (
    <>
      <ConfirmDialog
        isOpen={prompt?.kind === 'one'}
        title="End this session?"
        confirmLabel="End session"
        busyLabel="Ending..."
        isDestructive
        onClose={onClose}
        onConfirm={() => (prompt?.kind === 'one' ? onEnd(prompt.session) : Promise.resolve())}
      >
        {prompt?.kind === 'one' && (
          <p>
            <strong>{formatSessionDevice(prompt.session)}</strong> will be signed out straight away. Anyone using it
            will need a new code from your email to sign in again.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={prompt?.kind === 'others'}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        busyLabel="Signing out..."
        isDestructive
        onClose={onClose}
        onConfirm={onEndOthers}
      >
        <p>You’ll stay signed in here. These will be signed out straight away:</p>
        <ul>
          {others.map((session) => (
            <li key={session.id}>{formatSessionDevice(session)}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
