import { useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { UserDetailJson, UserSessionsJson } from '#api/features/users/users.contract.ts';
import { parseDevice } from '#src/features/auth/sessions/parse-device.ts';
import { showToast } from '#src/lib/toast.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { getShortName } from '#src/features/users/user-labels.ts';
import { endDevice } from '#src/features/users/users-api.ts';

type Device = UserSessionsJson['devices'][number];
type Props = {
  user: UserDetailJson;
  devices: readonly Device[];
  canManage: boolean;
  onEndAll: () => void;
  onEnded: () => void;
};

/** The devices that are signed in: end one, or all. */
export function DeviceList({ user, devices, canManage, onEndAll, onEnded }: Props) {
  const [asked, setAsked] = useState<Device | null>(null);
  const markRemoved = useFocusAfterDelete(asked !== null, '.devices h2');
  const end = async () => {
    if (!asked) return;
    const { message } = await endDevice(user.id, asked.id);
    showToast(message, 'success');
    markRemoved();
    onEnded();
  };
  return (
    <section className="devices" aria-labelledby="user-devices">
      <div className="devices-head">
        <h2 id="user-devices" tabIndex={-1}>
          {devices.length === 0 ? 'Not signed in anywhere' : `Signed in on ${formatCount(devices.length, 'device')}`}
        </h2>
        {canManage && devices.some(({ current }) => !current) && (
          <button type="button" className="link-button" onClick={onEndAll}>
            End all
          </button>
        )}
      </div>
      <ul>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onEnd={canManage ? () => setAsked(device) : null} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title="End this session?"
        confirmLabel="End session"
        busyLabel="Ending..."
        isDestructive
        onClose={() => setAsked(null)}
        onConfirm={end}
      >
        {asked && (
          <p>
            <strong>{parseDevice(asked.user_agent).name}</strong> will be signed out straight away. {getShortName(user)}{' '}
            will need a new code from their email to sign in again.
          </p>
        )}
      </ConfirmDialog>
    </section>
  );
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: (() => void) | null }) {
  const { name, isHandheld } = parseDevice(device.user_agent);
  return (
    <li>
      <span className="event-icon">
        <Icon name={isHandheld ? 'smartphone' : 'laptop'} />
      </span>
      <div>
        <b>{name}</b>
        <span className="row-note">
          {device.audience && `${device.audience}, `}
          {device.ip}, since <Time iso={device.created_at} isDate />. Last used{' '}
          <Time iso={device.last_used_at} isInSentence />
        </span>
      </div>
      {device.current ? (
        <span className="row-note">You’re using it now</span>
      ) : (
        onEnd && (
          <Button
            variant="secondary"
            className="button-small"
            onClick={onEnd}
            aria-label={`End the session on ${name}`}
          >
            End
          </Button>
        )
      )}
    </li>
  );
}
