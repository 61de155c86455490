import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { ApiError, api } from '#src/lib/api-client.ts';
import type { RouteResponse } from '#src/lib/api-types.ts';
import type { DraftApi } from './draft-api.ts';

/** Where the parts of the site are that are edited as drafts: all have the same routes below. */
type PartPath =
  '/api/admin/settings' | '/api/admin/navigation' | '/api/admin/pages' | '/api/admin/products' | '/api/admin/plans';

/** What the drafts below a path hold, as its routes say. */
type FieldsAt<Path extends PartPath> =
  RouteResponse<'get', `${Path}/:id/draft`> extends { live_draft: { fields: infer Fields } } ? Fields : never;

/** The calls of a kind of part; `deleted` is the sentence for one that is no longer there. */
export function createPartDraftApi<Path extends PartPath>(path: Path, deleted: string): DraftApi<FieldsAt<Path>> {
  // One path stands for all of them: their routes differ in what the fields are, which the type of the answer says.
  const base = path as '/api/admin/navigation';
  const draftApi = {
    create: () => Promise.reject(new Error(deleted)),
    save: (id, json, options) => api.put(`${base}/:id/draft`, { param: { id }, json, ...options }),
    load: (id, signal) => api.get(`${base}/:id/draft`, { param: { id }, ...(signal && { signal }) }),
    discard: (id, version) => api.delete(`${base}/:id/draft`, { param: { id }, json: { version } }),
    revisions: (id, signal) => api.get(`${base}/:id/revisions`, { param: { id }, signal }),
    revision: (id, number, signal, until) =>
      api.get(`${base}/:id/revisions/:number`, { param: { id, number }, query: { until }, signal }),
    restore: (id, number, json) => api.post(`${base}/:id/revisions/:number/restore`, { param: { id, number }, json }),
  } satisfies DraftApi<FieldsAt<'/api/admin/navigation'>>;
  return draftApi as unknown as DraftApi<FieldsAt<Path>>;
}

export const flattenDraft = <Sent, Flat>(draft: DraftJson<Sent>, flatten: (fields: Sent) => Flat): DraftJson<Flat> => ({
  ...draft,
  fields: flatten(draft.fields),
});

type Shapes<Sent, Flat> = { flatten: (fields: Sent) => Flat; restore: (flat: Flat) => Sent };

/**
 * The same calls over flat fields. Drafts are merged field by field: two people who change different parts of a nested one are no
 * conflict when each part has a name of its own.
 */
export function flattenDraftApi<Sent, Flat>(
  draftApi: DraftApi<Sent>,
  { flatten, restore }: Shapes<Sent, Flat>,
): DraftApi<Flat> {
  /** The version of somebody else that a refused save holds becomes flat, too. */
  const rethrowFlat = (error: unknown): never => {
    if (!(error instanceof ApiError) || !error.versions) throw error;
    const { status, message, code, issues, versions } = error;
    const theirs = flattenDraft(versions.theirs as DraftJson<Sent>, flatten);
    throw new ApiError(status, message, { code, issues: [...issues], versions: { ...versions, theirs } });
  };
  return {
    create: async ({ fields, ...input }) => {
      const { id, draft } = await draftApi.create({ ...input, fields: restore(fields) });
      return { id, draft: flattenDraft(draft, flatten) };
    },
    save: (id, { fields, ...input }, options) =>
      draftApi.save(id, { ...input, fields: restore(fields) }, options).catch(rethrowFlat),
    async load(id, signal) {
      const { live_draft: live, draft } = await draftApi.load(id, signal);
      return { live_draft: flattenDraft(live, flatten), draft: draft && flattenDraft(draft, flatten) };
    },
    discard: (id, version) => draftApi.discard(id, version),
    revisions: (id, signal) => draftApi.revisions(id, signal),
    async revision(id, number, signal, until) {
      const revision = await draftApi.revision(id, number, signal, until);
      return { ...revision, fields: flatten(revision.fields) };
    },
    restore: async (id, number, body) => flattenDraft(await draftApi.restore(id, number, body), flatten),
  };
}
