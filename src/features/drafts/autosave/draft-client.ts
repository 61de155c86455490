import type { DraftCalls, DraftOrigin, DraftText } from '#src/features/drafts/draft-content.ts';

type Options<Fields> = {
  calls: DraftCalls<Fields>;
  session: string;
  origin: DraftOrigin;
  onCreated: (id: number) => void;
};

/** A last save while the page closes may carry this much; browsers allow 64 KB for all of them together. */
const KEEPALIVE_MAX_BYTES = 60_000;

export type DraftLine<Fields> = ReturnType<typeof createDraftLine<Fields>>;

/** The line to the server: which post or document, which version of it, and in whose name. */
export function createDraftLine<Fields>({ calls, onCreated, ...start }: Options<Fields>) {
  let { session } = start;
  let origin = { ...start.origin };
  let hasAskedToCreate = false;

  const inputOf = (text: DraftText<Fields>, as: string) => ({
    ...text,
    session: as,
    version: origin.version,
    base_revision: origin.baseRevision,
  });

  async function put(text: DraftText<Fields>, as = session): Promise<string> {
    const saved = await calls.save(origin.id ?? 0, inputOf(text, as));
    origin = { ...origin, version: saved.version };
    return saved.updated_at;
  }

  return {
    put,
    session: () => session,
    origin: () => origin,
    /** Makes the post or document when there is none yet; saves otherwise. Answers when it was saved. @throws ApiError */
    async send(text: DraftText<Fields>): Promise<string> {
      if (origin.id === null) {
        const isAgain = hasAskedToCreate;
        hasAskedToCreate = true;
        const { id, draft } = await calls.create({ ...text, session });
        origin = { id, version: draft.version, baseRevision: draft.base_revision };
        onCreated(id);
        // Asked before with an older text, the server answers with that one.
        if (!isAgain) return draft.updated_at;
      }
      return put(text);
    },
    /** One call that outlives the page, when it is small enough. The same session may save again if the page comes back. */
    sendLast(text: DraftText<Fields>): void {
      if (origin.id === null) return;
      const input = inputOf(text, session);
      if (new TextEncoder().encode(JSON.stringify(input)).length > KEEPALIVE_MAX_BYTES) return;
      calls.save(origin.id, input, { keepalive: true }).catch(() => undefined);
    },
    /** The next save is made on this version. */
    rebase(version: number, baseRevision: number): void {
      origin = { ...origin, version, baseRevision };
    },
    /** Goes on in the name of an editor that is no longer open. */
    adopt(record: { session: string; version: number; baseRevision: number }): void {
      session = record.session;
      hasAskedToCreate = true;
      origin = { ...origin, version: record.version, baseRevision: record.baseRevision };
    },
    /** The next save makes a new post or document. */
    startAnew(newSession: string): void {
      session = newSession;
      hasAskedToCreate = false;
      origin = { id: null, version: 0, baseRevision: 0 };
    },
  };
}
