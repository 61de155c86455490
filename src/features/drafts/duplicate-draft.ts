import { TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import type { DraftApi } from './draft-api.ts';
import { createClientId } from './draft-content.ts';

/**
 * Something new with the fields and the text of another one, as it is being written; `changes` are the fields in which a copy
 * differs, such as its address. Returns its id.
 */
export async function duplicateDraft<Fields extends { title: string }>(
  draftApi: Pick<DraftApi<Fields>, 'load' | 'create'>,
  id: number,
  changes: Partial<Fields>,
): Promise<number> {
  const { draft, live_draft: live } = await draftApi.load(id);
  const { fields, content } = draft ?? live;
  const title = `Copy of ${fields.title || 'an untitled draft'}`.slice(0, TITLE_MAX_LENGTH);
  const copy = { fields: { ...fields, ...changes, title }, content, client_id: createClientId() };
  return (await draftApi.create(copy)).id;
}
