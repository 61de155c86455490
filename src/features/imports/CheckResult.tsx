import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { useAction } from '#src/lib/use-action.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { countItems, formatKind, formatKindCount, formatStatuses } from './import-words.ts';
import { discardImport, type ImportJson, startImport, type StepProps } from './imports-api.ts';
import { LossList } from './LossList.tsx';

const KINDS = ['post', 'page', 'category', 'tag', 'author', 'media', 'redirect', 'menu'] as const;

/** What would come in, what is lost, and where it is from: nothing is on the site yet. */
export function CheckResult({ value, onChange, onClose }: StepProps) {
  const starting = useAction(async () => {
    await startImport(value.id);
    onChange();
  });
  const leaving = useAction(async () => {
    await discardImport(value.id);
    onClose();
  });
  // Few exports have menus.
  const shown = KINDS.filter((kind) => kind !== 'menu' || countItems(value, kind, 'waiting') > 0);
  const count = KINDS.reduce((sum, kind) => sum + countItems(value, kind, 'waiting'), 0);
  const [posts, pages] = [countItems(value, 'post', 'waiting'), countItems(value, 'page', 'waiting')];
  const error = starting.error ?? leaving.error;
  return (
    <>
      <h2 className="flow-title">What will come in</h2>
      <ul className="tally">
        {shown.map((kind) => (
          <li key={kind}>
            <b className="tally-figure">{formatNumber(countItems(value, kind, 'waiting'))}</b>
            <span className="tally-name">{formatKind(kind, countItems(value, kind, 'waiting'))}</span>
            <small>{describeKind(value, kind)}</small>
          </li>
        ))}
      </ul>
      <KnownItems value={value} />
      {value.losses.length > 0 && (
        <section aria-labelledby="lost-title">
          <h2 id="lost-title">
            Lost or changed <span className="muted">{value.losses.length}</span>
          </h2>
          <LossList losses={value.losses} />
        </section>
      )}
      <Origins value={value} />
      <Authors value={value} />
      {error && <Notice tone="error">{error}</Notice>}
      <div className="flow-foot">
        <p className="row-note">The site stays up, and you can undo the whole import.</p>
        <Button variant="secondary" isBusy={leaving.isBusy} onClick={() => void leaving.run()}>
          Back
        </Button>
        {count > 0 && (
          <Button isBusy={starting.isBusy} busyLabel="Starting..." onClick={() => void starting.run()}>
            {`Import ${posts > 0 || pages === 0 ? formatKindCount('post', posts) : formatKindCount('page', pages)}`}
          </Button>
        )}
      </div>
    </>
  );
}

function describeKind(value: ImportJson, kind: (typeof KINDS)[number]): string {
  if (kind === 'redirect') return 'From the old addresses';
  if (kind === 'menu') return 'Yours stay until you publish it';
  if (kind === 'post' || kind === 'page') return value.are_drafts ? 'All as drafts' : formatStatuses(value, kind);
  if (kind === 'category' || kind === 'tag' || kind === 'author') return '';
  const fetched = value.origins.reduce((sum, { host, count }) => sum + (host === '' ? 0 : count), 0);
  const given = countItems(value, 'media') - fetched;
  return given > 0
    ? `${formatNumber(given)} from the file, ${formatNumber(fetched)} fetched`
    : 'Fetched while importing';
}

/** What an earlier import brought in: it stays as it is. */
function KnownItems({ value }: { value: ImportJson }) {
  const [same, changed] = [countItems(value, 'post', 'same'), countItems(value, 'post', 'changed')];
  const pages = countItems(value, 'page', 'same', 'changed');
  if (same + changed + pages === 0) return null;
  const parts = [
    `${formatCount(countItems(value, 'post', 'waiting'), 'post')} new`,
    changed > 0 && `${formatNumber(changed)} changed there since`,
    `the other ${formatNumber(same)} are here already`,
  ].filter((part) => part !== false);
  return (
    <Notice tone="info" title="You’ve imported this site before">
      {`${parts.join(', ')}. What is here stays as it is.`}
    </Notice>
  );
}

function Origins({ value }: { value: ImportJson }) {
  if (value.origins.length === 0) return null;
  return (
    <section aria-labelledby="origins-title">
      <h2 id="origins-title">Where images and files come from</h2>
      <ul className="origins">
        {value.origins.map(({ host, count }) => (
          <li key={host}>
            <span>{host || 'The file'}</span>
            <b className="number">{formatNumber(count)}</b>
            <span className="muted">{host === '' ? '' : 'Fetched while importing'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Authors({ value }: { value: ImportJson }) {
  if (value.authors.length === 0) return null;
  return (
    <section aria-labelledby="authors-title">
      <h2 id="authors-title">Authors</h2>
      <ul className="origins">
        {value.authors.map(({ name, posts }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people can have one name
          <li key={at}>
            <span>{name || 'Without a name'}</span>
            <b className="number">{formatNumber(posts)}</b>
            <span className="muted">{posts === 1 ? 'post' : 'posts'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
