import type { ReactNode } from 'react';
import type { auditList } from '#api/domain/audit-list.ts';
import type { AuditEntryJson } from '#api/features/audit/audit.contract.ts';
import type { StateOf } from '#src/lib/list-address.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { ListColumn, RowMenuProps } from '#src/ui/lists/ListTable.tsx';
import { Initials } from '#src/ui/tables/Person.tsx';
import type { RowAction } from '#src/ui/tables/RowMenu.tsx';
import { writeSentence } from './audit-actions.ts';
import { findSubjectHref, formatSubject } from './audit-labels.ts';
import { EntryDetails } from './EntryDetails.tsx';

export const auditColumns: readonly ListColumn<AuditEntryJson>[] = [
  { label: 'By', width: 'narrow', className: 'lead-cell', cell: ({ actor }) => <Actor actor={actor} /> },
  {
    label: 'What',
    className: 'title-cell',
    cell: (entry) => (
      <>
        <p className="audit-sentence">
          <EntrySentence entry={entry} />
          {entry.api_key !== null && <span className="row-note"> by a program, with the key ‘{entry.api_key}’</span>}
        </p>
        <EntryDetails entry={entry} />
      </>
    ),
  },
  { label: 'When', width: 'narrow', cell: ({ at }) => <Time iso={at} /> },
];

/** The ways from an entry to others like it and to its subject. */
export function createEntryMenu(
  { id, actor, subject }: AuditEntryJson,
  onFilter: (filter: Partial<StateOf<typeof auditList>>) => void,
): RowMenuProps | null {
  const href = findSubjectHref(subject);
  const name = formatSubject(subject);
  const actions: RowAction[] = [];
  if (actor) {
    const onSelect = () => onFilter({ actorId: actor.id });
    actions.push({ label: `Show everything by ${actor.name}`, icon: 'user', onSelect });
  }
  if (subject.id !== null) {
    const onSelect = () => onFilter({ subject: subject.key });
    actions.push({ label: `Show everything about ${name}`, icon: 'search', onSelect });
  }
  if (actions.length === 0) return null;
  return {
    name: `entry ${id}`,
    groups: [actions, href ? [{ label: `Open ${name}`, icon: 'arrow-up-right', href }] : []],
  };
}

const Actor = ({ actor }: Pick<AuditEntryJson, 'actor'>) =>
  actor ? (
    <Initials name={actor.name} />
  ) : (
    <span className="person-initials audit-system">
      <Icon name="settings" size={13} />
    </span>
  );

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
