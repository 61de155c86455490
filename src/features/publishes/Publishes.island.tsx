import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { PublishesScreen } from './PublishesScreen.tsx';

/** What is being published, what was, and every release, for admins. */
export function PublishesIsland() {
  return <RequireAuth access="publishes.manage">{() => <PublishesScreen />}</RequireAuth>;
}
