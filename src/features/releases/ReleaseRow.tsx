import { formatNumber } from '#api/domain/numbers.ts';
import type { ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { showToast } from '#src/lib/toast.ts';
import { formatBytes } from '#api/domain/bytes.ts';
import { RELEASE_KIND_LABELS } from './release-labels.ts';

type Props = { release: ReleaseJson; onChanges: () => void; onRestore: () => void };

export function ReleaseRow({ release, onChanges, onRestore }: Props) {
  const { id, is_current, is_pinned, user } = release;
  return (
    <tr data-release={id}>
      <td className="title-cell">
        <span className="row-title">
          {id} <span className="release-note">{release.note}</span>
        </span>
        <span className="row-note">
          {[RELEASE_KIND_LABELS[release.kind], user?.name].filter(Boolean).join(' by ')}
          {is_current && <Badge tone="green">Live</Badge>}
          {is_pinned && <Badge tone="yellow">Paused</Badge>}
        </span>
      </td>
      <td className="narrow">
        <Time iso={release.created_at} />
      </td>
      <td>
        <span>{formatNumber(release.pages_changed)} changed</span>
        <span className="row-note">of {formatCount(release.pages_total, 'address', 'addresses')}</span>
      </td>
      <td className="narrow mid">{formatBytes(release.bytes)}</td>
      <td className="menu-cell narrow">
        <RowMenu
          name={`release ${id}`}
          note={release.note}
          groups={[
            [
              { label: 'View in a new tab', icon: 'arrow-up-right', onSelect: () => void openRelease(id) },
              { label: 'Show changes', icon: 'file-text', onSelect: onChanges },
            ],
            is_current || is_pinned
              ? []
              : [{ label: 'Restore...', icon: 'rotate-ccw', isDestructive: true, onSelect: onRestore }],
          ]}
        />
      </td>
    </tr>
  );
}

/** Opens the site as it was in a new tab; the link is requested only then, because it works for anyone who has it. */
async function openRelease(id: number): Promise<void> {
  // Opened at the click itself: later the browser would block it as a pop-up.
  const tab = window.open('about:blank', '_blank');
  if (!tab) {
    showToast('Your browser blocked the new tab. Allow pop-ups for this site and try again.', 'error');
    return;
  }
  tab.opener = null;
  try {
    const { url } = await api.post('/api/releases/:id/link', { param: { id } });
    tab.location.replace(url);
  } catch (error) {
    tab.close();
    showToast(formatError(error), 'error');
  }
}
