import { Guarded } from '#src/features/auth/RequireAuth.tsx';
import { PublishingScreen } from './PublishesScreen.tsx';

/** What is being published, what was, and every release, for admins. */
export function PublishingIsland() {
  return <Guarded access="admin">{() => <PublishingScreen />}</Guarded>;
}
