import type { DraftSubject } from '#api/domain/enums.ts';
import type { Mirror, MirrorRecord } from '#src/features/drafts/draft-content.ts';

const DATABASE = 'drafts';
const STORE = 'unsaved';
const NOTHING_KEPT = 'This browser keeps no copy of what you type, so only what says Saved is safe.';
const NO_ROOM = 'This browser has no room left for a copy of what you type, so only what says Saved is safe.';

/** Texts that did not reach the server, in this browser's IndexedDB. */
export function createBrowserMirror<Fields>() {
  let opened: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'session' });
      request.onsuccess = () => {
        // Another tab with a newer build may want to change the store.
        request.result.onversionchange = () => {
          request.result.close();
          opened = null;
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    }).catch((cause: unknown) => {
      opened = null;
      throw new Error(NOTHING_KEPT, { cause });
    });
    return opened;
  }

  async function change(act: (store: IDBObjectStore) => void): Promise<void> {
    const database = await open();
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onabort = () =>
        reject(new Error(transaction.error?.name === 'QuotaExceededError' ? NO_ROOM : NOTHING_KEPT));
      act(transaction.objectStore(STORE));
      // Without waiting for the next turn of this tab, which may be killed before.
      transaction.commit();
    });
  }

  const mirror: Mirror<Fields> = {
    put: (record) => change((store) => store.put(record)),
    remove: (session) => change((store) => store.delete(session)),
  };

  /** What is kept of a post or document (null: of new ones) for a person, newest first. @throws Error */
  async function list(kind: DraftSubject, subjectId: number | null, userId: number): Promise<MirrorRecord<Fields>[]> {
    const database = await open();
    const records = await new Promise<MirrorRecord<Fields>[]>((resolve, reject) => {
      const request = database.transaction(STORE).objectStore(STORE).getAll();
      request.onsuccess = () => resolve(request.result as MirrorRecord<Fields>[]);
      request.onerror = () => reject(new Error(NOTHING_KEPT));
    });
    return records
      .filter((record) => record.kind === kind && record.subjectId === subjectId && record.userId === userId)
      .sort((one, other) => other.changedAt - one.changedAt);
  }

  return { ...mirror, open, list };
}

export type BrowserMirror<Fields> = ReturnType<typeof createBrowserMirror<Fields>>;
