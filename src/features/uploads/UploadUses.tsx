import type { UploadUsesJson } from '#api/features/uploads/uploads.contract.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { api } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';

type Use = UploadUsesJson['uses'][number];

type Props = { id: number; onLoaded: (uses: UploadUsesJson) => void };

const NOUNS = {
  blog: 'post',
  document: 'document',
  settings: 'settings',
  navigation: 'navigation',
  page: 'page',
  product: 'product',
  plan: 'plan',
} as const;

/** Which posts, documents and parts of the site show it, as they are live and in their drafts. */
export function UploadUses({ id, onLoaded }: Props) {
  const { state, reload } = useQuery(`uses ${id}`, async (signal) => {
    const uses = await api.get('/api/uploads/:id/uses', { param: { id }, signal });
    onLoaded(uses);
    return uses;
  });
  return (
    <section className="where-used" aria-labelledby="where-used">
      <h3 id="where-used">Where it’s used</h3>
      {state.status === 'loading' && <p role="status">Loading...</p>}
      {state.status === 'failed' && (
        <p>
          Couldn’t load where it’s used.{' '}
          <Button className="button-small" variant="secondary" onClick={reload}>
            Retry
          </Button>
        </p>
      )}
      {state.status === 'loaded' && <Uses {...state.value} />}
    </section>
  );
}

function Uses({ uses, hidden_uses: hiddenCount, earlier_versions }: UploadUsesJson) {
  return (
    <>
      {uses.length + hiddenCount === 0 && <p>Not used anywhere</p>}
      {uses.length > 0 && (
        <ul>
          {uses.map((use) => (
            <li key={`${use.kind}-${use.id}-${use.is_draft}-${use.state}`}>
              <UseTitle use={use} />
              <span className="row-note">{NOUNS[use.kind]}</span>
              <UseBadge use={use} />
            </li>
          ))}
        </ul>
      )}
      {hiddenCount > 0 && (
        <p>
          Used {uses.length > 0 && 'also '}in {formatCount(hiddenCount, 'place')} that you can’t open.
        </p>
      )}
      {earlier_versions > 0 && <p className="row-note">Also in {formatCount(earlier_versions, 'revision')}.</p>}
    </>
  );
}

/** Marks what readers do not see. */
function UseBadge({ use: { is_draft: isDraft, state } }: { use: Use }) {
  if (state === 'trash') return <Badge tone="grey">in the trash</Badge>;
  if (state === 'waiting') return <Badge tone="grey">in scheduled changes</Badge>;
  if (isDraft || state === 'draft') return <Badge tone="yellow">draft</Badge>;
  return state === 'archived' ? <Badge tone="grey">archived</Badge> : null;
}

function UseTitle({ use }: { use: Use }) {
  const title = use.title || 'Untitled';
  const href = toEditUrl(use);
  return href === null ? <span>{title}</span> : <a href={href}>{title}</a>;
}

/** Where it can be taken out: a post in the trash is restored first. */
function toEditUrl({ kind, id, state }: Use): string | null {
  if (state === 'trash') return paths.blogTrash;
  if (kind === 'blog') return paths.editBlog(id);
  if (kind === 'page') return paths.editPage(id);
  if (kind === 'document') return paths.editDocument(id);
  return kind === 'settings' ? paths.adminSetting('brand.logo') : null;
}
