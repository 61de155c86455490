import type { DraftSubject } from '#api/domain/enums.ts';
import type { LocalDraftWriter, LocalDraft } from '#src/features/drafts/draft-content.ts';

const DATABASE = 'drafts';
const OBJECT_STORE = 'unsaved';
/** 2: the key of a record is `clientId`; it was `session`. */
const VERSION = 2;
const STORAGE_UNAVAILABLE = 'This browser keeps no copy of what you type, so only what says Saved is safe.';
const STORAGE_FULL = 'This browser has no room left for a copy of what you type, so only what says Saved is safe.';

/** Texts that did not reach the server, in this browser's IndexedDB. */
export function createLocalDraftStore<Fields>() {
  let opened: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE, VERSION);
      request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
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
      throw new Error(STORAGE_UNAVAILABLE, { cause });
    });
    return opened;
  }

  async function runTransaction(act: (store: IDBObjectStore) => void): Promise<void> {
    const database = await open();
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(OBJECT_STORE, 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onabort = () =>
        reject(new Error(transaction.error?.name === 'QuotaExceededError' ? STORAGE_FULL : STORAGE_UNAVAILABLE));
      act(transaction.objectStore(OBJECT_STORE));
      // Without waiting for the next turn of this tab, which may be killed before.
      transaction.commit();
    });
  }

  const mirror: LocalDraftWriter<Fields> = {
    put: (record) => runTransaction((store) => store.put(record)),
    remove: (session) => runTransaction((store) => store.delete(session)),
  };

  /** What is kept of a post or document (null: of new ones) for a person, newest first. @throws Error */
  async function list(kind: DraftSubject, subjectId: number | null, userId: number): Promise<LocalDraft<Fields>[]> {
    const database = await open();
    const records = await new Promise<LocalDraft<Fields>[]>((resolve, reject) => {
      const request = database.transaction(OBJECT_STORE).objectStore(OBJECT_STORE).getAll();
      request.onsuccess = () => resolve(request.result as LocalDraft<Fields>[]);
      request.onerror = () => reject(new Error(STORAGE_UNAVAILABLE));
    });
    return records
      .filter((record) => record.kind === kind && record.subjectId === subjectId && record.userId === userId)
      .sort((one, other) => other.changedAt - one.changedAt);
  }

  return { ...mirror, open, list };
}

/** Creates the store, or copies the records of version 1, so that an update of the site loses no unsaved text. */
function upgrade({ result: database, transaction }: IDBOpenDBRequest, oldVersion: number): void {
  const createStore = () => database.createObjectStore(OBJECT_STORE, { keyPath: 'clientId' });
  if (oldVersion === 0 || !transaction) {
    createStore();
    return;
  }
  const request = transaction.objectStore(OBJECT_STORE).getAll();
  request.onsuccess = () => {
    database.deleteObjectStore(OBJECT_STORE);
    const store = createStore();
    for (const { session, ...record } of request.result) store.put({ ...record, clientId: session });
  };
}

export type LocalDraftStore<Fields> = ReturnType<typeof createLocalDraftStore<Fields>>;
