import { type IDBPDatabase, type IDBPObjectStore, type OpenDBCallbacks, openDB } from 'idb';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { LocalDraftWriter, LocalDraft } from '#src/features/drafts/draft-content.ts';

const DATABASE = 'drafts';
const OBJECT_STORE = 'unsaved';
/** 2: the key of a record is `clientId`; it was `session`. */
const VERSION = 2;
const STORAGE_UNAVAILABLE =
  'This browser can’t keep a backup of your text. Before you leave, check that it says Saved.';
const STORAGE_FULL = 'This browser has no space left to back up your text. Before you leave, check that it says Saved.';

type WritableStore = IDBPObjectStore<unknown, ['unsaved'], 'unsaved', 'readwrite'>;

/** Texts that did not reach the server, in this browser's IndexedDB. */
export function createLocalDraftStore<Fields>() {
  let opened: Promise<IDBPDatabase> | null = null;

  async function open(): Promise<IDBPDatabase> {
    try {
      opened ??= openDB(DATABASE, VERSION, {
        upgrade,
        // Another tab with a newer build upgrades the database.
        blocking(_version, _blockedVersion, { target }) {
          (target as IDBDatabase).close();
          opened = null;
        },
      });
      return await opened;
    } catch (cause) {
      opened = null;
      throw new Error(STORAGE_UNAVAILABLE, { cause });
    }
  }

  async function runTransaction(write: (store: WritableStore) => Promise<unknown>): Promise<void> {
    const database = await open();
    const transaction = database.transaction(OBJECT_STORE, 'readwrite');
    const written = write(transaction.store);
    // Committed at once, without waiting for the next turn of this tab, which may be killed before.
    transaction.commit();
    const results = await Promise.allSettled([written, transaction.done]);
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as DOMException] : []));
    if (errors.some(({ name }) => name === 'QuotaExceededError')) throw new Error(STORAGE_FULL);
    if (errors.length > 0) throw new Error(STORAGE_UNAVAILABLE);
  }

  const writer: LocalDraftWriter<Fields> = {
    put: (record) => runTransaction((store) => store.put(record)),
    remove: (clientId) => runTransaction((store) => store.delete(clientId)),
  };

  /** The stored texts of a user for a post or document (null: for new ones), newest first. @throws Error */
  async function list(kind: DraftSubject, subjectId: number | null, userId: number): Promise<LocalDraft<Fields>[]> {
    const database = await open();
    const records: LocalDraft<Fields>[] = await database.getAll(OBJECT_STORE).catch(() => {
      throw new Error(STORAGE_UNAVAILABLE);
    });
    return records
      .filter((record) => record.kind === kind && record.subjectId === subjectId && record.userId === userId)
      .sort((one, other) => other.changedAt - one.changedAt);
  }

  return { ...writer, list };
}

type Upgrade = NonNullable<OpenDBCallbacks<unknown>['upgrade']>;

/** Creates the store, or copies the records of version 1. A copy that fails aborts the upgrade: no unsaved text is lost. */
async function upgrade(...[database, oldVersion, , transaction]: Parameters<Upgrade>): Promise<void> {
  try {
    const records = oldVersion === 0 ? [] : await transaction.objectStore(OBJECT_STORE).getAll();
    if (oldVersion !== 0) database.deleteObjectStore(OBJECT_STORE);
    const store = database.createObjectStore(OBJECT_STORE, { keyPath: 'clientId' });
    await Promise.all(records.map(({ session, ...record }) => store.put({ ...record, clientId: session })));
  } catch {
    transaction.abort();
  }
}

export type LocalDraftStore<Fields> = ReturnType<typeof createLocalDraftStore<Fields>>;
