import type { DraftSaveApi, DraftBase, DraftContent } from '#src/features/drafts/draft-content.ts';

type Options<Fields> = {
  calls: DraftSaveApi<Fields>;
  session: string;
  origin: DraftBase;
  onCreated: (id: number) => void;
};

/** A last save while the page closes may carry this much; browsers allow 64 KB for all of them together. */
const KEEPALIVE_MAX_BYTES = 60_000;

export type DraftClient<Fields> = ReturnType<typeof createDraftClient<Fields>>;

/** API client of one draft: its id, version and client id. */
export function createDraftClient<Fields>({ calls, onCreated, ...start }: Options<Fields>) {
  let { session } = start;
  let origin = { ...start.origin };
  let wasCreateSent = false;

  const toSaveInput = (text: DraftContent<Fields>, clientId: string) => ({
    ...text,
    client_id: clientId,
    version: origin.version,
    base_revision: origin.baseRevision,
  });

  async function save(text: DraftContent<Fields>, clientId = session): Promise<string> {
    const saved = await calls.save(origin.id ?? 0, toSaveInput(text, clientId));
    origin = { ...origin, version: saved.version };
    return saved.updated_at;
  }

  return {
    put: save,
    session: () => session,
    origin: () => origin,
    /** Makes the post or document when there is none yet; saves otherwise. Answers when it was saved. @throws ApiError */
    async createOrSave(text: DraftContent<Fields>): Promise<string> {
      if (origin.id === null) {
        const isAgain = wasCreateSent;
        wasCreateSent = true;
        const { id, draft } = await calls.create({ ...text, client_id: session });
        origin = { id, version: draft.version, baseRevision: draft.base_revision };
        onCreated(id);
        // Asked before with an older text, the server answers with that one.
        if (!isAgain) return draft.updated_at;
      }
      return save(text);
    },
    /** One call that outlives the page, when it is small enough. The same session may save again if the page comes back. */
    saveOnUnload(text: DraftContent<Fields>): void {
      if (origin.id === null) return;
      const input = toSaveInput(text, session);
      if (new TextEncoder().encode(JSON.stringify(input)).length > KEEPALIVE_MAX_BYTES) return;
      calls.save(origin.id, input, { keepalive: true }).catch(() => undefined);
    },
    /** The next save is made on this version. */
    rebase(version: number, baseRevision: number): void {
      origin = { ...origin, version, baseRevision };
    },
    /** Goes on in the name of an editor that is no longer open. */
    resume(record: { clientId: string; version: number; baseRevision: number }): void {
      session = record.clientId;
      wasCreateSent = true;
      origin = { ...origin, version: record.version, baseRevision: record.baseRevision };
    },
    /** The next save makes a new post or document. */
    reset(newSession: string): void {
      session = newSession;
      wasCreateSent = false;
      origin = { id: null, version: 0, baseRevision: 0 };
    },
  };
}
