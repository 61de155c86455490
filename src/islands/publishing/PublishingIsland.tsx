import { Guarded } from '#src/components/ui/Guarded.tsx';
import { PublishingScreen } from './PublishingScreen.tsx';

/** What is being published, what was, and every release, for admins. */
export function PublishingIsland() {
  return <Guarded access="admin">{() => <PublishingScreen />}</Guarded>;
}
