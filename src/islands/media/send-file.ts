import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { readToken } from '#src/stores/stored-session.ts';

type Options = { onProgress: (share: number) => void; signal: AbortSignal };

/** Sends a file to /api/uploads and tells how much of it has gone, from 0 to 1. @throws ApiError */
export function uploadFile(file: File, { onProgress, signal }: Options): Promise<UploadJson> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/uploads');
    request.setRequestHeader('Authorization', `Bearer ${readToken() ?? ''}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, 'No response from server. Please check your network connection.'));
    request.onload = () => {
      if (request.status === 201) resolve(request.response as UploadJson);
      else reject(new ApiError(request.status, request.response?.message ?? `Server error: ${request.status}`));
    };
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
