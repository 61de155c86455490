import { usePublishes } from '#src/stores/publishes.ts';
import { HeldBar } from '#src/features/releases/PublishingPausedBanner.tsx';
import { NowPanel } from './PublishStatusPanel.tsx';
import { PublishList } from './PublishList.tsx';
import { ReleaseList } from '#src/features/releases/ReleaseList.tsx';
import { isOpen } from './publish-labels.ts';

export function PublishingScreen() {
  const { connection, byId, site } = usePublishes();
  const publishes = [...byId.values()].sort((a, b) => b.id - a.id);
  const open = publishes.filter(isOpen);
  const held = site?.held_release ?? null;
  return (
    <div className="screen-parts publishing">
      {held !== null && <HeldBar release={held} waiting={open.length} />}
      <NowPanel connection={connection} site={site} open={open} hasFailed={publishes[0]?.status === 'failed'} />
      <PublishList publishes={publishes} isHeld={held !== null} isKnown={site !== null} />
      <ReleaseList site={site} />
    </div>
  );
}
