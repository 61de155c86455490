import { useState } from 'react';
import type { ReleaseJson } from '#api/features/releases/releases.contract.ts';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { RowButton } from '#src/ui/tables/RowButton.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { showToast } from '#src/lib/toast.ts';
import { formatBytes } from '#src/lib/format/units.ts';
import { RELEASE_KIND_LABELS } from './release-labels.ts';

type Props = { release: ReleaseJson; onChanges: () => void; onRestore: () => void };

export function ReleaseRow({ release, onChanges, onRestore }: Props) {
  const { id, is_current, is_pinned, user } = release;
  return (
    <tr data-release={id}>
      <td>
        <span className="row-title">
          {id} <span className="release-note">{release.note}</span>
        </span>
        <span className="row-note">
          {[RELEASE_KIND_LABELS[release.kind], user?.name].filter(Boolean).join(' by ')}
          {is_current && <Badge tone="green">What visitors see</Badge>}
          {is_pinned && <Badge tone="yellow">Held</Badge>}
        </span>
      </td>
      <td data-label="When" className="narrow">
        <Time iso={release.created_at} />
      </td>
      <td data-label="Pages">
        <span>{release.pages_changed.toLocaleString('en-NZ')} changed</span>
        <span className="row-note">of {formatCount(release.pages_total, 'address', 'addresses')}</span>
      </td>
      <td data-label="Size" className="narrow">
        {formatBytes(release.bytes)}
      </td>
      <td className="narrow">
        <div className="row-actions">
          <ViewReleaseButton id={id} />
          <button type="button" aria-label={`Changes of release ${id}`} onClick={onChanges}>
            Changes
          </button>
          {!is_current && !is_pinned && (
            <RowButton label="Restore" name={`release ${id}`} isDestructive onClick={onRestore} />
          )}
        </div>
      </td>
    </tr>
  );
}

/** Opens the site as it was in a new tab; the link is asked for only then, for it opens the door to whoever has it. */
function ViewReleaseButton({ id }: { id: number }) {
  const [isBusy, setBusy] = useState(false);
  const openRelease = async () => {
    // Opened at the click itself: later the browser would take it for an advertisement.
    const tab = window.open('about:blank', '_blank');
    if (!tab) {
      showToast('Your browser did not open the new tab. Please allow it for this site.', 'error');
      return;
    }
    tab.opener = null;
    setBusy(true);
    try {
      const { url } = await api.post('/api/releases/:id/link', { param: { id } });
      tab.location.replace(url);
    } catch (error) {
      tab.close();
      showToast(formatError(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      disabled={isBusy}
      aria-label={`Look at release ${id} in a new tab`}
      onClick={() => void openRelease()}
    >
      Look
    </button>
  );
}
