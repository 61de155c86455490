import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { readToken } from '#src/stores/stored-session.ts';

/** Uploads one picture. @throws ApiError */
export async function sendPicture(file: File): Promise<UploadJson> {
  const body = new FormData();
  body.append('file', file);
  const response = await fetch('/api/uploads', {
    method: 'POST',
    headers: { Authorization: `Bearer ${readToken() ?? ''}` },
    body,
  }).catch(() => {
    throw new ApiError(0, 'No response from server. Please check your network connection.');
  });
  const answer = (await response.json().catch(() => ({}))) as UploadJson & { message?: string };
  if (!response.ok) throw new ApiError(response.status, answer.message ?? `Server error: ${response.status}`);
  return answer;
}
