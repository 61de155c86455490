import { type ReactNode, useState } from 'react';
import { listAreaActions } from '#api/domain/audit-areas.ts';
import { auditList } from '#api/domain/audit-list.ts';
import type { AuditActorJson, AuditSubjectJson } from '#api/features/audit/audit.contract.ts';
import type { StateOf } from '#src/lib/list-address.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { DateFilter } from '#src/ui/tables/DateFilter.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { formatAction } from './audit-actions.ts';
import { fetchActors, getShownArea } from './audit-api.ts';
import { formatSubject } from './audit-labels.ts';
import { PersonDialog, PersonFilter } from './PersonFilter.tsx';

type State = StateOf<typeof auditList>;
type Named = { actor: AuditActorJson | null; subject: AuditSubjectJson | null; person: AuditActorJson | null };
type Options = {
  state: State;
  /** The names of the people and the subject in the address, once they are known. */
  named: Named | null;
  onChange: (update: Partial<State>) => void;
};

/** The fields of the log. The actions are offered once an area is chosen; a subject comes from a row's menu. */
export function useAuditFields({ state, named, onChange }: Options) {
  const { action, person, subject, from, to } = state;
  const [isChoosing, setChoosing] = useState(false);
  const area = getShownArea(state);
  const fields: Record<keyof typeof auditList.filters, ReactNode> = {
    area: (
      <FilterSelect
        key="area"
        label="Area"
        value={area ?? ''}
        options={auditList.filters.area.options}
        onChange={(value) =>
          onChange({ area: auditList.filters.area.values.find((each) => each === value) ?? null, action: null })
        }
      />
    ),
    action: area && (
      <FilterSelect
        key="action"
        label="Action"
        value={action ?? ''}
        options={[
          { value: '', label: 'All actions' },
          ...listAreaActions(area).map((value) => ({ value, label: formatAction(value) })),
        ]}
        onChange={(value) => onChange({ area, action: listAreaActions(area).find((each) => each === value) ?? null })}
      />
    ),
    person: (
      <PersonFilter
        key="person"
        id={person}
        name={formatPerson(person, named?.person)}
        onOpen={() => setChoosing(true)}
        onClear={() => onChange({ person: null })}
      />
    ),
    actorId: <ActorFilter key="actor" state={state} named={named} onChange={onChange} />,
    subject: subject && (
      <FilterSelect
        key="subject"
        label="About"
        value={subject}
        options={[
          { value: '', label: 'Everything' },
          { value: subject, label: named?.subject?.key === subject ? formatSubject(named.subject) : subject },
        ]}
        onChange={(value) => onChange({ subject: value || null })}
      />
    ),
    from: (
      <DateFilter
        key="from"
        label="From"
        value={from ?? ''}
        max={to ?? ''}
        onChange={(day) => onChange({ from: day || null })}
      />
    ),
    to: (
      <DateFilter
        key="to"
        label="To"
        value={to ?? ''}
        min={from ?? ''}
        onChange={(day) => onChange({ to: day || null })}
      />
    ),
  };
  // Beside the line: inside its sheet the dialog would close with it.
  const dialog = (
    <PersonDialog
      isOpen={isChoosing}
      onChoose={(id) => {
        setChoosing(false);
        onChange({ person: id });
      }}
      onClose={() => setChoosing(false)}
    />
  );
  return { fields, dialog };
}

const formatPerson = (id: number | null, named: AuditActorJson | null | undefined): string =>
  named && named.id === id ? named.name : `User ${id}`;

/** Those who may act today, and whoever the address names. */
function ActorFilter({ state: { actorId }, named, onChange }: Options) {
  const { state: actors } = useQuery('actors', fetchActors);
  const listed = actors.status === 'loaded' ? actors.value : [];
  const isListed = actorId === null || listed.some(({ id }) => id === actorId);
  const other = { id: actorId ?? 0, name: formatPerson(actorId, named?.actor) };
  return (
    <FilterSelect
      label="By"
      value={actorId === null ? '' : String(actorId)}
      options={[
        { value: '', label: 'Everyone' },
        ...[...listed, ...(isListed ? [] : [other])].map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(value) => onChange({ actorId: Number(value) || null })}
    />
  );
}
