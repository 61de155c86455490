import type { ReactNode } from 'react';
import type { AuditEntryJson } from '#api/features/audit/audit.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { formatField, formatValue } from './audit-labels.ts';

/** Longer lists are cut; the export has them all. */
const SHOWN_ITEMS = 20;
/** What is longer (JSON characters) is folded away. */
const SHOWN_LENGTH = 160;
const IS_TIME = /(^|_)(at|until|after)$|^(from|to)$/;
/** Details that the sentence says already: names of subjects, how many rows, what was done; and the order of a file, which changes none of them. */
const UNSHOWN_DETAILS = ['title', 'name', 'rows', 'act', 'sortBy', 'sortOrder'];

/** The names of what the action changed, and what else is known about it; empty for most actions. */
function listEntryFields({ before, after, detail }: AuditEntryJson) {
  const named = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = named.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  const others = Object.keys(detail ?? {}).filter((name) => !named.includes(name) && !UNSHOWN_DETAILS.includes(name));
  return { changed, others };
}

/** What changed and the details of the action: at once when it is short, else below the names of the fields. */
export function EntryDetails({ entry }: { entry: AuditEntryJson }) {
  const { changed, others } = listEntryFields(entry);
  const fields = [...changed, ...others];
  const length = JSON.stringify([entry.before, entry.after, entry.detail]).length;
  if (fields.length === 0) return null;
  if (fields.length <= 2 && length <= SHOWN_LENGTH) return <EntryValues entry={entry} />;
  const names = [...changed.map(formatField), ...others.map((name) => formatDetail(name, entry))];
  return (
    <details className="audit-details">
      <summary>{[names[0], ...names.slice(1).map((name) => name.toLowerCase())].join(', ')}</summary>
      <EntryValues entry={entry} />
    </details>
  );
}

/** Each field with its values, from what to what. */
function EntryValues({ entry }: { entry: AuditEntryJson }) {
  const { before, after } = entry;
  const { changed, others } = listEntryFields(entry);
  return (
    <dl className="audit-values">
      {changed.map((name) => (
        <div key={name}>
          <dt>{formatField(name)}</dt>
          <dd>
            {before && <Value name={name} value={before[name]} />}
            {before && after && (
              <>
                <Icon name="arrow-right" size={12} />
                <span className="visually-hidden"> became </span>
              </>
            )}
            {after && <Value name={name} value={after[name]} />}
          </dd>
        </div>
      ))}
      {others.map((name) => (
        <div key={name}>
          <dt>{formatDetail(name, entry)}</dt>
          <dd>
            <Detail name={name} entry={entry} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What the `ids` of a bulk action are, by its subject; they are no order. */
const ITEM_LABELS: Record<string, string> = { users: 'Users', publications: 'Publications' };

const formatDetail = (name: string, { subject }: AuditEntryJson) =>
  name === 'ids' ? (ITEM_LABELS[subject.type] ?? 'Entries') : formatField(name);

/** A detail; ids by what they are called, a user as a link. */
function Detail({ name, entry: { detail, names } }: { name: string; entry: AuditEntryJson }): ReactNode {
  const value = detail?.[name];
  const labels = names?.[name];
  if (!labels) return <Value name={name} value={value} />;
  if (name === 'user') return <a href={paths.userDetail(Number(value))}>{labels[0]}</a>;
  return <Items names={labels} count={Array.isArray(value) ? value.length : labels.length} />;
}

/** Names, and how many more there are. */
function Items({ names, count }: { names: readonly string[]; count: number }): ReactNode {
  const more = count - Math.min(names.length, SHOWN_ITEMS);
  return `${names.slice(0, SHOWN_ITEMS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className="none">None</span>;
  }
  const time = IS_TIME.test(name) ? new Date(value as string | number) : null;
  if (time && !Number.isNaN(time.getTime())) return <Time iso={time.toISOString()} isFull />;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return <Items names={value.map((each) => formatValue(name, each))} count={value.length} />;
  if (typeof value === 'object') return JSON.stringify(value);
  return formatValue(name, value);
}
