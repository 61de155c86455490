import type { DraftSaveApi, DraftBase, DraftContent } from '#src/features/drafts/draft-content.ts';

type Options<Fields> = {
  draftApi: DraftSaveApi<Fields>;
  clientId: string;
  draftBase: DraftBase;
  onCreated: (id: number) => void;
};

/** A last save while the page closes may carry this much; browsers allow 64 KB for all of them together. */
const KEEPALIVE_MAX_BYTES = 60_000;

export type DraftClient<Fields> = ReturnType<typeof createDraftClient<Fields>>;

/** API client of one draft: its id, version and client id. */
export function createDraftClient<Fields>({ draftApi, onCreated, ...start }: Options<Fields>) {
  let { clientId } = start;
  let draftBase = { ...start.draftBase };
  let wasCreateSent = false;

  const toSaveInput = (text: DraftContent<Fields>, savedBy: string) => ({
    ...text,
    client_id: savedBy,
    version: draftBase.version,
    base_revision: draftBase.baseRevision,
  });

  async function save(text: DraftContent<Fields>, savedBy = clientId): Promise<string> {
    const saved = await draftApi.save(draftBase.id ?? 0, toSaveInput(text, savedBy));
    draftBase = { ...draftBase, version: saved.version };
    return saved.updated_at;
  }

  return {
    save,
    clientId: () => clientId,
    draftBase: () => draftBase,
    /** Makes the post or document when there is none yet; saves otherwise. Answers when it was saved. @throws ApiError */
    async createOrSave(text: DraftContent<Fields>): Promise<string> {
      if (draftBase.id === null) {
        const isAgain = wasCreateSent;
        wasCreateSent = true;
        const { id, draft } = await draftApi.create({ ...text, client_id: clientId });
        draftBase = { id, version: draft.version, baseRevision: draft.base_revision };
        onCreated(id);
        // Asked before with an older text, the server answers with that one.
        if (!isAgain) return draft.updated_at;
      }
      return save(text);
    },
    /** One call that outlives the page (keepalive), when small enough. The session may save again if the page is restored. */
    saveOnUnload(text: DraftContent<Fields>): void {
      if (draftBase.id === null) return;
      const input = toSaveInput(text, clientId);
      if (new TextEncoder().encode(JSON.stringify(input)).length > KEEPALIVE_MAX_BYTES) return;
      draftApi.save(draftBase.id, input, { keepalive: true }).catch(() => undefined);
    },
    /** The version that the next save is based on. */
    rebase(version: number, baseRevision: number): void {
      draftBase = { ...draftBase, version, baseRevision };
    },
    /** Goes on in the name of an editor that is no longer open. */
    resume(record: { clientId: string; version: number; baseRevision: number }): void {
      clientId = record.clientId;
      wasCreateSent = true;
      draftBase = { ...draftBase, version: record.version, baseRevision: record.baseRevision };
    },
    /** The next save makes a new post or document. */
    reset(newClientId: string): void {
      clientId = newClientId;
      wasCreateSent = false;
      draftBase = { id: null, version: 0, baseRevision: 0 };
    },
  };
}
