import { $session } from '#src/stores/session.ts';
import type { DraftAutosaver } from './draft-autosaver.ts';

type LifecycleTarget = Pick<
  DraftAutosaver<unknown>,
  'retry' | 'offline' | 'flushOnPageHide' | 'saveNow' | 'isDirty' | 'onSignIn' | 'stop'
>;

/** Tells the autosaver what happens to the page. Returns the function that unbinds and stops it. */
export function bindPageLifecycle(autosaver: LifecycleTarget, userId: number): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('online', () => void autosaver.retry(), { signal });
  window.addEventListener('offline', () => autosaver.offline(), { signal });
  window.addEventListener('pagehide', () => autosaver.flushOnPageHide(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && void autosaver.retry(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && autosaver.saveNow().catch(() => undefined),
    { signal },
  );
  const leave = (event: BeforeUnloadEvent) => {
    if (autosaver.isDirty()) event.preventDefault();
  };
  window.addEventListener('beforeunload', leave, { signal });
  // Signed in again, here or in another tab; one user's text must not be saved by another.
  const unsubscribe = $session.listen((session) => {
    if (session.status === 'signed-in') void autosaver.onSignIn(session.user.id === userId);
  });
  return () => {
    stop.abort();
    unsubscribe();
    autosaver.stop();
  };
}
