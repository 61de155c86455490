import type { ImportSource } from '#api/domain/imports.ts';
import type { ImportJson } from '#api/features/imports/imports.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { sendFile } from '#src/lib/upload-file.ts';

export type { ImportJson, ImportSummaryJson } from '#api/features/imports/imports.contract.ts';

/** What each step of an import is given. */
export type StepProps = { value: ImportJson; onChange: () => void; onClose: () => void };

const IMPORTS = '/api/admin/imports';

export const fetchImports = async (signal: AbortSignal) => (await api.get(IMPORTS, { signal })).imports;

export const fetchImport = async (id: number, signal: AbortSignal): Promise<ImportJson> =>
  (await api.get(`${IMPORTS}/:id`, { param: { id }, signal })).import;

type Choice = { source: ImportSource; zone: string; are_drafts: boolean };

/** Sends the files and has them checked. Returns the id of the import. `onProgress`: from 0 to 1, of all of them. */
export async function beginImport(
  choice: Choice,
  files: readonly File[],
  onProgress: (progress: number) => void,
): Promise<number> {
  const { id } = (await api.post(IMPORTS, { json: choice })).import;
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1;
  let sent = 0;
  for (const file of files) {
    const begun = sent;
    await sendFile(`${IMPORTS}/${id}/files`, file, {
      onProgress: (progress) => onProgress((begun + progress * file.size) / total),
    });
    sent += file.size;
  }
  await checkImport(id);
  return id;
}

export const checkImport = (id: number) => api.post(`${IMPORTS}/:id/check`, { param: { id } });
export const startImport = (id: number) => api.post(`${IMPORTS}/:id/start`, { param: { id } });
export const stopImport = (id: number) => api.post(`${IMPORTS}/:id/stop`, { param: { id } });
export const undoImport = (id: number, removesEdited: boolean) =>
  api.post(`${IMPORTS}/:id/undo`, { param: { id }, json: { removes_edited: removesEdited } });
export const discardImport = (id: number) => api.delete(`${IMPORTS}/:id`, { param: { id } });
