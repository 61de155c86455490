import type { ReactNode } from 'react';
import type { AuditEntryJson } from '#api/features/audit/audit.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { Initials } from '#src/ui/tables/Person.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { writeSentence } from './audit-actions.ts';
import { findSubjectHref, formatSubject } from './audit-labels.ts';
import type { AuditState } from './audit-state.ts';
import { EntryDetails } from './EntryDetails.tsx';

const COLUMNS = ['By', 'What', 'When', 'Actions'];

type RowProps = { onFilter: (filter: Partial<AuditState>) => void };

export function AuditTable({ entries, isBusy, ...row }: RowProps & { entries: AuditEntryJson[]; isBusy: boolean }) {
  return (
    <table className="admin-table" aria-busy={isBusy}>
      <caption className="visually-hidden">Audit log</caption>
      <TableHead columns={COLUMNS} narrow={['By', 'When']} />
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ entry, onFilter }: RowProps & { entry: AuditEntryJson }) {
  const { actor } = entry;
  return (
    <tr data-entry={entry.id}>
      <td className="lead-cell narrow">
        {actor ? (
          <Initials name={actor.name} />
        ) : (
          <span className="person-initials audit-system">
            <Icon name="settings" size={13} />
          </span>
        )}
      </td>
      <td className="title-cell">
        <p className="audit-sentence">
          <EntrySentence entry={entry} />
        </p>
        <EntryDetails entry={entry} />
      </td>
      <td className="narrow">
        <Time iso={entry.at} />
      </td>
      <td className="menu-cell narrow">
        <EntryMenu entry={entry} onFilter={onFilter} />
      </td>
    </tr>
  );
}

function EntrySentence({ entry }: { entry: AuditEntryJson }) {
  const { actor, subject } = entry;
  const href = findSubjectHref(subject);
  const name = formatSubject(subject);
  const parts: Record<string, ReactNode> = {
    '{actor}': (
      <b key="actor" title={actor?.email ?? undefined}>
        {actor?.name ?? 'The server'}
      </b>
    ),
    '{subject}': href ? (
      <a key="subject" href={href}>
        {name}
      </a>
    ) : (
      <b key="subject">{name}</b>
    ),
  };
  return writeSentence(entry)
    .split(/(\{\w+\})/)
    .map((part) => parts[part] ?? part);
}

function EntryMenu({ entry: { id, actor, subject }, onFilter }: RowProps & { entry: AuditEntryJson }) {
  const href = findSubjectHref(subject);
  const name = formatSubject(subject);
  const actions: RowAction[] = [];
  if (actor) {
    const onSelect = () => onFilter({ actor: actor.id });
    actions.push({ label: `Show everything by ${actor.name}`, icon: 'user', onSelect });
  }
  if (subject.id !== null) {
    const onSelect = () => onFilter({ subject: subject.key });
    actions.push({ label: `Show everything about ${name}`, icon: 'search', onSelect });
  }
  if (actions.length === 0) return null;
  return (
    <RowMenu
      name={`entry ${id}`}
      groups={[actions, href ? [{ label: `Open ${name}`, icon: 'arrow-up-right', href }] : []]}
    />
  );
}
