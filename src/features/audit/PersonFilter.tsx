import { type ReactNode, useState } from 'react';
import type { AuditActorJson } from '#api/features/audit/audit.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { formatError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { Initials } from '#src/ui/tables/Person.tsx';
import { fetchPeople } from './audit-api.ts';

type FilterProps = { id: number | null; name: string; onOpen: () => void; onClear: () => void };

/** The filter by a user, who acted or was acted on. */
export function PersonFilter({ id, name, onOpen, onClear }: FilterProps) {
  return (
    <span className={id === null ? 'filter' : 'filter is-on'}>
      <button type="button" className="audit-person" aria-haspopup="dialog" onClick={onOpen}>
        {id === null && <Icon name="plus" size={14} />}
        {id === null ? 'Person' : `Person: ${name}`}
      </button>
      {id !== null && (
        <button type="button" aria-label="Clear the filter Person" onClick={onClear}>
          <Icon name="x" size={14} />
        </button>
      )}
    </span>
  );
}

type DialogProps = { isOpen: boolean; onChoose: (id: number) => void; onClose: () => void };

/** Finds any user by name, address or id. */
export const PersonDialog = ({ isOpen, onChoose, onClose }: DialogProps) => (
  <Modal isOpen={isOpen} title="Filter by person" onClose={onClose}>
    <PersonSearch onChoose={onChoose} />
  </Modal>
);

/** Mounted again each time the dialog opens. */
function PersonSearch({ onChoose }: Pick<DialogProps, 'onChoose'>) {
  const [search, setSearch] = useState('');
  const query = search.trim();
  const { state, reload } = useQuery(query ? `people ${query}` : null, (signal) => fetchPeople(query, signal));
  return (
    <div className="audit-people">
      <SearchField label="Name, email or user ID" value={search} onSearch={setSearch} />
      {query === '' && (
        <p className="muted">Shows what this person did, and what was done to them or what is theirs.</p>
      )}
      {query !== '' && state.status === 'failed' && (
        <ErrorPanel title="Failed to search users" message={formatError(state.error)} onRetry={reload} />
      )}
      <div role="status">{query !== '' && formatStatus(state)}</div>
      {query !== '' && state.status === 'loaded' && <People people={state.value} onChoose={onChoose} />}
    </div>
  );
}

function formatStatus(state: ReturnType<typeof useQuery<AuditActorJson[]>>['state']): ReactNode {
  if (state.status === 'loading') return <p className="muted">Searching...</p>;
  if (state.status === 'failed') return null;
  const count = state.value.length;
  if (count === 0) return <p className="muted">No one found. Check the spelling, or search for a part of it.</p>;
  return <p className="visually-hidden">{formatCount(count, 'person', 'people')}</p>;
}

const People = ({ people, onChoose }: Pick<DialogProps, 'onChoose'> & { people: AuditActorJson[] }) => (
  <ul>
    {people.map(({ id, name, email }) => (
      <li key={id}>
        <button type="button" onClick={() => onChoose(id)}>
          <Initials name={name} />
          <span>
            <b>{name}</b>
            {email && email !== name && <span className="row-note">{email}</span>}
          </span>
        </button>
      </li>
    ))}
  </ul>
);
