import { $session } from '#src/stores/session.ts';
import type { DraftAutosaver } from './draft-autosaver.ts';

type LifecycleTarget = Pick<
  DraftAutosaver<unknown>,
  'retry' | 'offline' | 'flushOnPageHide' | 'saveNow' | 'isDirty' | 'onSignIn' | 'stop'
>;

/** Tells the keeper what happens to the page around it. Returns what ends that, and stops the keeper. */
export function bindPageLifecycle(keeper: LifecycleTarget, userId: number): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('online', () => void keeper.retry(), { signal });
  window.addEventListener('offline', () => keeper.offline(), { signal });
  window.addEventListener('pagehide', () => keeper.flushOnPageHide(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && void keeper.retry(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && keeper.saveNow().catch(() => undefined),
    { signal },
  );
  const leave = (event: BeforeUnloadEvent) => {
    if (keeper.isDirty()) event.preventDefault();
  };
  window.addEventListener('beforeunload', leave, { signal });
  // Signed in again, here or in another tab; what this person typed is not for another one to save.
  const unsubscribe = $session.listen((session) => {
    if (session.status === 'signed-in') void keeper.onSignIn(session.user.id === userId);
  });
  return () => {
    stop.abort();
    unsubscribe();
    keeper.stop();
  };
}
