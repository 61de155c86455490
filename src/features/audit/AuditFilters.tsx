import { auditAreas, listAreaActions } from '#api/domain/audit-areas.ts';
import type { AuditActorJson, AuditSubjectJson } from '#api/features/audit/audit.contract.ts';
import { useState } from 'react';
import { useQuery } from '#src/lib/use-query.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { DateFilter } from '#src/ui/tables/DateFilter.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import { formatAction } from './audit-actions.ts';
import { fetchActors } from './audit-api.ts';
import { AREA_LABELS, formatSubject } from './audit-labels.ts';
import { type AuditState, countActiveFilters } from './audit-state.ts';
import { PersonDialog, PersonFilter } from './PersonFilter.tsx';

type Props = {
  state: AuditState;
  /** The names of the people and the subject in the address, once they are known. */
  named: { actor: AuditActorJson | null; subject: AuditSubjectJson | null; person: AuditActorJson | null } | null;
  onChange: (update: Partial<AuditState>) => void;
};

/** What narrows the log. The actions are offered once an area is chosen; a subject comes from a row's menu. */
export function AuditFilters({ state, named, onChange }: Props) {
  const { search, person, area, action, subject, from, to } = state;
  const [isChoosing, setChoosing] = useState(false);
  const line = (
    <FilterLine
      label="Entries"
      search={
        <SearchField
          label="Search by name, email, title or reason"
          placeholder="Search"
          value={search}
          onSearch={(query) => onChange({ search: query })}
        />
      }
      activeFilterCount={countActiveFilters(state)}
      filters={
        <>
          <FilterSelect
            label="Area"
            value={area ?? ''}
            options={[
              { value: '', label: 'All areas' },
              ...auditAreas.map((value) => ({ value, label: AREA_LABELS[value] })),
            ]}
            onChange={(value) => onChange({ area: auditAreas.find((each) => each === value) ?? null, action: null })}
          />
          {area && (
            <FilterSelect
              label="Action"
              value={action ?? ''}
              options={[
                { value: '', label: 'All actions' },
                ...listAreaActions(area).map((value) => ({ value, label: formatAction(value) })),
              ]}
              onChange={(value) => onChange({ action: listAreaActions(area).find((each) => each === value) ?? null })}
            />
          )}
          <PersonFilter
            id={person}
            name={formatPerson(person, named?.person)}
            onOpen={() => setChoosing(true)}
            onClear={() => onChange({ person: null })}
          />
          <ActorFilter state={state} named={named} onChange={onChange} />
          {subject && (
            <FilterSelect
              label="About"
              value={subject}
              options={[
                { value: '', label: 'Everything' },
                { value: subject, label: named?.subject?.key === subject ? formatSubject(named.subject) : subject },
              ]}
              onChange={(value) => onChange({ subject: value })}
            />
          )}
          <DateFilter label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
          <DateFilter label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
        </>
      }
    />
  );
  // Beside the line: inside its sheet the dialog would close with it.
  return (
    <>
      {line}
      <PersonDialog
        isOpen={isChoosing}
        onChoose={(id) => {
          setChoosing(false);
          onChange({ person: id });
        }}
        onClose={() => setChoosing(false)}
      />
    </>
  );
}

const formatPerson = (id: number | null, named: AuditActorJson | null | undefined): string =>
  named && named.id === id ? named.name : `User ${id}`;

/** Those who may act today, and whoever the address names. */
function ActorFilter({ state: { actor }, named, onChange }: Props) {
  const { state: actors } = useQuery('actors', fetchActors);
  const listed = actors.status === 'loaded' ? actors.value : [];
  const isListed = actor === null || listed.some(({ id }) => id === actor);
  const other = { id: actor ?? 0, name: formatPerson(actor, named?.actor) };
  return (
    <FilterSelect
      label="By"
      value={actor === null ? '' : String(actor)}
      options={[
        { value: '', label: 'Everyone' },
        ...[...listed, ...(isListed ? [] : [other])].map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(value) => onChange({ actor: Number(value) || null })}
    />
  );
}
