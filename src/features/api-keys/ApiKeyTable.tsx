import { scopeWords } from '#api/domain/api-keys.ts';
import type { ApiKeyJson } from '#api/features/api-keys/api-keys.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';

export const API_KEY_COLUMNS = ['Name', 'Permissions', 'Made by', 'Last used', 'Actions'] as const;

type Props = { keys: readonly ApiKeyJson[]; onRevoke: (key: ApiKeyJson) => void };

export function ApiKeyTable({ keys, onRevoke }: Props) {
  return (
    <table className="admin-table">
      <TableHead columns={API_KEY_COLUMNS} narrow={['Last used', 'Actions']} />
      <tbody>
        {keys.map((key) => (
          <tr key={key.id} className={key.revoked_at === null ? undefined : 'is-revoked'}>
            <td className="title-cell">
              <span className="row-title">{key.name}</span>
              <span className="row-note">
                <code>{key.start}…</code>
              </span>
            </td>
            <td data-label="Permissions" className="text-cell">
              {key.scopes.map((scope) => scopeWords[scope].label).join(', ')}
            </td>
            <td data-label="Made by" className="text-cell">
              {key.user?.name ?? <span className="none">Deleted account</span>}
              <span className="row-note">
                <Time iso={key.created_at} isDate />
              </span>
            </td>
            <td data-label="Last used" className="narrow">
              <KeyState apiKey={key} />
            </td>
            <td className="menu-cell narrow">
              {key.revoked_at === null && (
                <RowMenu
                  name={key.name}
                  groups={[[{ label: 'Revoke...', icon: 'ban', isDestructive: true, onSelect: () => onRevoke(key) }]]}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function KeyState({ apiKey: { revoked_at: revokedAt, last_used_at: usedAt } }: { apiKey: ApiKeyJson }) {
  if (revokedAt !== null) {
    return (
      <>
        <Badge tone="grey">Revoked</Badge>
        <span className="row-note">
          <Time iso={revokedAt} isDate />
        </span>
      </>
    );
  }
  return usedAt === null ? <span className="none">Never</span> : <Time iso={usedAt} />;
}
