import type { problemSchema } from '#api/http/problem.ts';
import type { z } from 'zod';
import { readToken } from './session-storage.ts';

// A thin fetch instead of `hc<AppType>`: the client of Hono would come along into every island, and the types of all
// routes into every check. An island names the answer by the type of the contract:
//   const { user } = await api.get<z.infer<typeof meAnswer>>('/api/auth/me')

type Problem = z.infer<typeof problemSchema>;
type Issue = NonNullable<Problem['issues']>[number];
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Details = {
  code?: string;
  issues?: Issue[];
  versions?: Problem['versions'];
  retryAfterSeconds?: number | null;
  proofOfWork?: Problem['proof_of_work'];
  requestId?: string | null;
};

export const NO_RESPONSE_MESSAGE = 'No response from server. Please check your network connection.';

/** A call that failed, with a sentence for a person. `status` is 0 when the server did not answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  /** Of a conflict between two editors: what was sent, and what is there. */
  readonly versions: Problem['versions'];
  readonly retryAfterSeconds: number | null;
  /** Of a soft rate limit: what the same request must bring to pass. */
  readonly proofOfWork: Problem['proof_of_work'];
  readonly requestId: string | null;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = details.code ?? (status === 0 ? 'no_response' : 'unknown');
    this.issues = details.issues ?? [];
    this.versions = details.versions;
    this.proofOfWork = details.proofOfWork;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.requestId = details.requestId ?? null;
  }

  /** What is said of one field, if anything is. */
  getIssue(path: string): string | undefined {
    return this.issues.find((issue) => issue.path === path)?.message;
  }
}

/** The words for whatever was thrown (specification, section 8). */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error occurred';
  return error.message || 'An error occurred';
}

/** For `catch`: what the server does not have is no fault where that can be told. @throws every other failure */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

let notifySessionEnded: (token: string) => void = () => undefined;

/** The session store says here what is to happen when the server no longer knows a token. */
export function onSessionEnded(listener: (token: string) => void): void {
  notifySessionEnded = listener;
}

type CallOptions = { signal?: AbortSignal; keepalive?: boolean };

/** Calls of our own API with the token of the session, if there is one. @throws ApiError */
export const api = {
  get: <ResponseBody>(path: string, options?: CallOptions) => call<ResponseBody>('GET', path, undefined, options),
  post: <ResponseBody>(path: string, body: unknown = {}, options?: CallOptions) =>
    call<ResponseBody>('POST', path, body, options),
  put: <ResponseBody>(path: string, body: unknown, options?: CallOptions) =>
    call<ResponseBody>('PUT', path, body, options),
  delete: <ResponseBody>(path: string, body?: unknown, options?: CallOptions) =>
    call<ResponseBody>('DELETE', path, body, options),
  /** For answers that are no JSON, such as a download. */
  getResponse: (path: string, options?: CallOptions) => send('GET', path, undefined, options),
};

async function call<ResponseBody>(
  method: Method,
  path: string,
  body?: unknown,
  options?: CallOptions,
): Promise<ResponseBody> {
  const response = await send(method, path, body, options);
  if (response.status === 204) return undefined as ResponseBody;
  try {
    return (await response.json()) as ResponseBody;
  } catch {
    throw new ApiError(0, NO_RESPONSE_MESSAGE); // the connection broke off in the middle
  }
}

async function send(method: Method, path: string, body?: unknown, options?: CallOptions): Promise<Response> {
  const token = readToken();
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      ...options,
    });
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new ApiError(0, NO_RESPONSE_MESSAGE);
  }
  if (response.ok) return response;
  throw await parseErrorResponse(response, token);
}

/** The one reader of failures. `token` is what was sent: a session that the server does not know has ended. */
export async function parseErrorResponse(response: Response, token: string | null): Promise<ApiError> {
  if (response.status === 401 && token) notifySessionEnded(token);
  const errorBody = (await response.json().catch(() => null)) as Partial<Problem> | null;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(response.status, errorBody?.message || errorBody?.error || `Server error: ${response.status}`, {
    ...(errorBody?.code && { code: errorBody.code }),
    ...(errorBody?.issues && { issues: errorBody.issues }),
    ...(errorBody?.versions && { versions: errorBody.versions }),
    ...(errorBody?.proof_of_work && { proofOfWork: errorBody.proof_of_work }),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    requestId: errorBody?.request_id ?? null,
  });
}
