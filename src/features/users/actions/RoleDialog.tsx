import './role-dialog.css';
import { useLayoutEffect, useRef, useState } from 'react';
import {
  type Bundle,
  bundles,
  hasAnyPermission,
  hasPermission,
  type UserRole,
  userRoles,
} from '#api/domain/permissions.ts';
import { mayRoleRead, privateData, privateDataNames } from '#api/domain/private-data.ts';
import { bundleLabels, dropContained, hasBundle, roleWords } from '#api/domain/role-words.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { formatUser, getShortName } from '#src/features/users/user-labels.ts';
import { MadeKeys } from './MadeKeys.tsx';

type Props = {
  user: UserDetailJson;
  isOpen: boolean;
  onChange: (role: UserRole, keptKeys: number[]) => Promise<void>;
  onClose: () => void;
};

const allBundles = Object.keys(bundles) as Bundle[];

/** Chooses the role of a user; says what each role does, and what would change for this user. */
export function RoleDialog({ user, isOpen, onChange, onClose }: Props) {
  const [chosen, choose] = useState<UserRole | null>(null);
  const [keptKeys, keepKeys] = useState<number[]>([]);
  const role = chosen ?? user.role;
  const name = getShortName(user);
  const isChanged = role !== user.role;
  const close = () => {
    choose(null);
    keepKeys([]);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Role of ${formatUser(user)}`}
      confirmLabel={isChanged ? `Make ${name} ${roleWords[role].inSentence}` : 'Change role'}
      busyLabel="Changing..."
      failure="Failed to change role"
      canConfirm={isChanged}
      onConfirm={() => onChange(role, keptKeys)}
      onClose={close}
    >
      <RoleChoice current={user.role} value={role} onChange={choose} />
      {isChanged && <RoleDifference name={name} from={user.role} to={role} />}
      {isChanged && !hasPermission(role, 'api.manage') && (
        <MadeKeys userId={user.id} name={name} kept={keptKeys} onChange={keepKeys} />
      )}
      <details className="fold">
        <summary>Compare roles</summary>
        <RoleComparison current={user.role} />
      </details>
      <p className="muted">
        It applies straight away. {describeSessions(name, user.role, role)} You can undo this for 30 seconds; then{' '}
        {name} gets an email.
      </p>
    </ConfirmDialog>
  );
}

/** Sessions of those who work in the back office are shorter, also those that they have. */
const describeSessions = (name: string, from: UserRole, to: UserRole) =>
  hasAnyPermission(to) && !hasAnyPermission(from)
    ? `${name} may have to sign in again: staff sessions end after 12 hours.`
    : `${name} stays signed in.`;

type ChoiceProps = { current: UserRole; value: UserRole; onChange: (role: UserRole) => void };

function RoleChoice({ current, value, onChange }: ChoiceProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    // Otherwise the dialog would focus the first role, whatever is chosen.
    list.current?.querySelector(':checked')?.setAttribute('autofocus', '');
  }, []);
  return (
    <fieldset className="choices" ref={list}>
      <legend className="visually-hidden">Role</legend>
      {userRoles.map((role) => (
        <label key={role} className="choice">
          <input type="radio" name="role" checked={role === value} onChange={() => onChange(role)} />
          <span>
            <b>{roleWords[role].label}</b> {role === current && <Badge tone="grey">Now</Badge>}
            <span className="row-note">{roleWords[role].description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function RoleDifference({ name, from, to }: { name: string; from: UserRole; to: UserRole }) {
  const gained = dropContained(allBundles.filter((bundle) => hasBundle(to, bundle) && !hasBundle(from, bundle)));
  const lost = dropContained(allBundles.filter((bundle) => hasBundle(from, bundle) && !hasBundle(to, bundle)));
  return (
    <section className="role-difference" aria-live="polite">
      <h3>What changes for {name}</h3>
      <ul>
        {gained.map((bundle) => (
          <li key={bundle}>
            <Icon name="plus" size={15} />
            <span className="visually-hidden">From now on: </span>
            {bundleLabels[bundle]}
          </li>
        ))}
        {lost.map((bundle) => (
          <li key={bundle} className="is-lost">
            <Icon name="minus" size={15} />
            <span className="visually-hidden">No longer: </span>
            {bundleLabels[bundle]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On the phone each row names the roles that may do it. */
function RoleComparison({ current }: { current: UserRole }) {
  const rows = [
    { label: 'Own account and plans', isHeldBy: () => true },
    ...allBundles.map((bundle) => ({
      label: bundleLabels[bundle],
      isHeldBy: (role: UserRole) => hasBundle(role, bundle),
    })),
    ...privateDataNames.map((data) => ({
      label: `Read ${privateData[data].label}`,
      isHeldBy: (role: UserRole) => mayRoleRead(role, data),
    })),
  ];
  return (
    <table className="role-table">
      <caption className="visually-hidden">What each role may do</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Task</span>
          </th>
          {userRoles.map((role) => (
            <th key={role} scope="col" className={role === current ? 'is-current' : undefined}>
              {roleWords[role].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, isHeldBy }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {userRoles.map((role) => (
              <td
                key={role}
                data-role={roleWords[role].label}
                className={[!isHeldBy(role) && 'is-not-held', role === current && 'is-current']
                  .filter(Boolean)
                  .join(' ')}
              >
                {isHeldBy(role) ? <Icon name="check" size={16} /> : <span aria-hidden="true">–</span>}
                <span className="visually-hidden">{isHeldBy(role) ? 'Yes' : 'No'}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
