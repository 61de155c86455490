import { scopeWords } from '#api/domain/api-keys.ts';
import { fetchMadeKeys } from '#src/features/users/users-api.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { CheckField } from '#src/ui/forms/CheckField.tsx';

type Props = {
  userId: number;
  /** The short name of the user. */
  name: string;
  kept: readonly number[];
  onChange: (kept: number[]) => void;
};

/** Lists the API keys that end when their maker loses the right to have them, and asks which go on. */
export function MadeKeys({ userId, name, kept, onChange }: Props) {
  const { state } = useQuery(`made-keys ${userId}`, (signal) => fetchMadeKeys(userId, signal));
  if (state.status === 'failed') return <p>Couldn’t load the API keys that {name} made. All of them end with this.</p>;
  if (state.status === 'loading' || state.value.length === 0) return null;
  return (
    <fieldset className="made-keys">
      <legend>API keys that {name} made</legend>
      <p className="field-hint">
        They end with this, unless you keep them. Programs that use a key stop working with it.
      </p>
      {state.value.map(({ id, name: keyName, scopes }) => (
        <CheckField
          key={id}
          label={`Keep ‘${keyName}’`}
          hint={scopes.map((scope) => scopeWords[scope].label).join(', ')}
          checked={kept.includes(id)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...kept, id] : kept.filter((each) => each !== id))
          }
        />
      ))}
    </fieldset>
  );
}
