import { useDebounced } from '#src/lib/use-debounced.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { checkAddress } from './pages-api.ts';

const CHECK_AFTER_MS = 300;

type Props = {
  name: string;
  value: string;
  /** Of the page that is to have it; none for a new one. */
  id?: number;
  hint: string;
  error?: string | undefined;
  isDisabled?: boolean;
  onChange: (address: string) => void;
};

/** The address of a page, checked while it is typed. Spaces become hyphens. */
export function PageAddressField({ name, value, id, hint, error, isDisabled = false, onChange }: Props) {
  const settled = useDebounced(value, CHECK_AFTER_MS);
  const isSettled = settled === value && value !== '' && !isDisabled;
  const { state } = useQuery(isSettled ? `page address ${id ?? 'new'} ${settled}` : null, (signal) =>
    checkAddress(settled, id, signal),
  );
  const check = isSettled && state.status === 'loaded' ? state.value : null;
  const isRefused = check !== null && (check.state === 'taken' || check.state === 'unusable');
  return (
    <div className="page-address">
      <TextField
        label="Address"
        name={name}
        hint={hint}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        value={value}
        readOnly={isDisabled}
        error={error ?? (isRefused ? (check.message ?? undefined) : undefined)}
        onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase().replace(/[\s_]+/g, '-'))}
      />
      <p className="field-hint" role="status">
        {!error && check?.state === 'free' && 'Free'}
        {!error && check?.state === 'redirects' && check.message}
      </p>
    </div>
  );
}
