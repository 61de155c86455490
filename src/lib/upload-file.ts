import type { RoutePath, RouteResponse } from './api-types.ts';
import { readToken } from './session-storage.ts';
import { ApiError, NO_RESPONSE_MESSAGE, parseErrorResponse } from './api-client.ts';

const PATH = '/api/uploads' satisfies RoutePath<'post'>;
type UploadJson = RouteResponse<'post', typeof PATH>;

type Options = {
  /** From 0 to 1, of the bytes that are sent. */
  onProgress?: (progress: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends a picture or a film to /api/uploads. By XMLHttpRequest, since fetch does not tell how much has been sent.
 * @throws ApiError with the server's message; an AbortError when `signal` is aborted
 */
export const uploadFile = (file: File, options: Options = {}): Promise<UploadJson> => sendFile(PATH, file, options);

/** Sends a file to any address that takes one, as `uploadFile` does. */
export function sendFile<ResponseJson>(
  path: string,
  file: File,
  { onProgress, signal }: Options = {},
): Promise<ResponseJson> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const token = readToken();
    const stop = () => request.abort();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && total > 0 && onProgress?.(loaded / total);
    request.onload = () => parseResponse<ResponseJson>(request, token).then(resolve, reject);
    request.onerror = () => reject(new ApiError(0, NO_RESPONSE_MESSAGE));
    request.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    if (signal?.aborted) {
      reject(new DOMException('Upload cancelled', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', stop, { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

async function parseResponse<ResponseJson>(request: XMLHttpRequest, token: string | null): Promise<ResponseJson> {
  const { status, responseText } = request;
  const retryAfter = request.getResponseHeader('Retry-After');
  if (status < 200 || status > 299) {
    const headers = new Headers(retryAfter ? { 'Retry-After': retryAfter } : {});
    throw await parseErrorResponse(new Response(responseText, { status: Math.max(status, 200), headers }), token);
  }
  try {
    return JSON.parse(responseText) as ResponseJson;
  } catch {
    throw new ApiError(0, NO_RESPONSE_MESSAGE); // the connection broke off in the middle
  }
}
