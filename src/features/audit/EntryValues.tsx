import type { ReactNode } from 'react';
import type { AuditEntryJson } from '#api/features/audit/audit.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { formatField } from './audit-labels.ts';

/** Longer lists are cut; the export has them all. */
const SHOWN_ITEMS = 20;
const IS_TIME = /(^|_)(at|until|after)$/;
/** Names of subjects, which the sentence says already. */
const TITLES = ['title', 'name'];

/** The names of what the action changed, and what else is known about it; empty for most actions. */
export function listEntryFields({ before, after, detail }: AuditEntryJson) {
  const changed = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const others = Object.keys(detail ?? {}).filter((name) => !changed.includes(name) && !TITLES.includes(name));
  return { changed, others };
}

/** What changed, from what to what, and the details of the action. */
export function EntryValues({ entry }: { entry: AuditEntryJson }) {
  const { before, after, detail } = entry;
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
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden"> became </span>
              </>
            )}
            {after && <Value name={name} value={after[name]} />}
          </dd>
        </div>
      ))}
      {others.map((name) => (
        <div key={name}>
          <dt>{formatField(name)}</dt>
          <dd>
            <Value name={name} value={detail?.[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className="none">None</span>;
  }
  if (IS_TIME.test(name) && (typeof value === 'string' || typeof value === 'number')) {
    return <Time iso={new Date(value).toISOString()} isFull />;
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const more = value.length - SHOWN_ITEMS;
    return `${value.slice(0, SHOWN_ITEMS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
