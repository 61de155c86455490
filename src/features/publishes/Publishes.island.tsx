import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { usePublishes } from '#src/stores/publishes.ts';
import { PublishingPausedBanner } from '#src/features/releases/PublishingPausedBanner.tsx';
import { PublishStatusPanel } from './PublishStatusPanel.tsx';
import { PublishList } from './PublishList.tsx';
import { ReleaseList } from '#src/features/releases/ReleaseList.tsx';
import { isOpenPublish } from './publish-labels.ts';

/** What is being published, what was, and every release, for admins. */
export function PublishesIsland() {
  return <RequireAuth access="publishes.manage">{() => <Publishes />}</RequireAuth>;
}

function Publishes() {
  const { connection, byId, site } = usePublishes();
  const publishes = [...byId.values()].sort((a, b) => b.id - a.id);
  const open = publishes.filter(isOpenPublish);
  const pinnedRelease = site?.pinned_release ?? null;
  return (
    <div className="screen-parts publishing">
      {pinnedRelease !== null && <PublishingPausedBanner release={pinnedRelease} waiting={open.length} />}
      <PublishStatusPanel
        connection={connection}
        site={site}
        open={open}
        hasFailed={publishes[0]?.status === 'failed'}
      />
      <PublishList publishes={publishes} isPaused={pinnedRelease !== null} isLoaded={site !== null} />
      <ReleaseList site={site} />
    </div>
  );
}
