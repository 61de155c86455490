import type { problemSchema } from '#api/http/problem.ts';
import type { z } from 'zod';
import type { Method, RoutePath, RouteRequest, RouteResponse } from './api-types.ts';
import { readToken } from './session-storage.ts';

// A thin fetch instead of `hc<AppType>`: the client of Hono would come along into every island. Paths, bodies and
// answers are typed from the routes all the same:
//   const { user } = await api.get('/api/auth/me');
//   await api.put('/api/blogs/:id/draft', { param: { id }, json: draft });

type Problem = z.infer<typeof problemSchema>;
type Issue = NonNullable<Problem['issues']>[number];
type Details = {
  code?: string;
  issues?: Issue[];
  versions?: Problem['versions'];
  retryAfterSeconds?: number | null;
  proofOfWork?: Problem['proof_of_work'];
};

const toServerErrorMessage = (status: number) => `Server error: ${status}`;
export const NO_RESPONSE_MESSAGE = 'No response from server. Please check your network connection.';

/** A failed call, with a message for the user. `status` is 0 when the server did not answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  /** Of a conflict between two editors: what was sent, and what is there. */
  readonly versions: Problem['versions'];
  readonly retryAfterSeconds: number | null;
  /** Of a soft rate limit: the proof that the same request requires. */
  readonly proofOfWork: Problem['proof_of_work'];

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = details.code ?? (status === 0 ? 'no_response' : 'unknown');
    this.issues = details.issues ?? [];
    this.versions = details.versions;
    this.proofOfWork = details.proofOfWork;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }

  /** False where the message is ours: no response, or one without a message. */
  get hasServerMessage(): boolean {
    return this.status !== 0 && this.message !== toServerErrorMessage(this.status);
  }

  /** The message about one field, if there is one. */
  getIssue(path: string): string | undefined {
    return this.issues.find((issue) => issue.path === path)?.message;
  }
}

/** The message for an error (specification, section 8). */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error occurred';
  return error.message || 'An error occurred';
}

/** The message that the server sent, or the fallback where it sent none (specification, section 8). */
export const formatServerError = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.hasServerMessage ? error.message : fallback;

/** For `catch`: a 404 becomes null. @throws every other failure */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

let notifySessionEnded: (token: string) => void = () => undefined;

/** Set by the session store: called when the server rejects a token. */
export function onSessionEnded(listener: (token: string) => void): void {
  notifySessionEnded = listener;
}

type CallOptions = { signal?: AbortSignal; keepalive?: boolean };
type AnyRequest = CallOptions & {
  param?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
};

/** The request is optional where the route requires nothing. */
type CallArgs<M extends Method, Path extends RoutePath<M>> =
  Record<never, never> extends RouteRequest<M, Path>
    ? [request?: RouteRequest<M, Path> & CallOptions]
    : [request: RouteRequest<M, Path> & CallOptions];

const createCall =
  <M extends Method>(method: M) =>
  async <Path extends RoutePath<M>>(path: Path, ...[request]: CallArgs<M, Path>): Promise<RouteResponse<M, Path>> =>
    (await readJson(await send(method, path, request))) as RouteResponse<M, Path>;

/** A response whose JSON has the type of its route. */
type TypedResponse<Path extends RoutePath<'get'>> = Omit<Response, 'json'> & {
  json(): Promise<RouteResponse<'get', Path>>;
};

/** Calls of our own API with the token of the session, if there is one. @throws ApiError */
export const api = {
  get: createCall('get'),
  post: createCall('post'),
  put: createCall('put'),
  delete: createCall('delete'),
  /** For answers whose headers count, or that are no JSON, such as a download. */
  getResponse: <Path extends RoutePath<'get'>>(
    path: Path,
    ...[request]: CallArgs<'get', Path>
  ): Promise<TypedResponse<Path>> => send('get', path, request),
};

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch {
    throw new ApiError(0, NO_RESPONSE_MESSAGE); // the connection broke off in the middle
  }
}

async function send(method: Method, path: string, request: AnyRequest = {}): Promise<Response> {
  const { param, query, json, ...options } = request;
  const token = readToken();
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  let response: Response;
  try {
    response = await fetch(toUrl(path, param, query), {
      method: method.toUpperCase(),
      headers,
      body: json === undefined ? null : JSON.stringify(json),
      ...options,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, NO_RESPONSE_MESSAGE);
  }
  if (response.ok) return response;
  throw await parseErrorResponse(response, token);
}

/** Puts the values into the pattern of a route: '/api/blogs/:id' and `{ id: 7 }` make '/api/blogs/7'. */
function toUrl(pattern: string, param: AnyRequest['param'] = {}, query: AnyRequest['query'] = {}): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(param[name])));
  const values = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return values.length > 0 ? `${path}?${new URLSearchParams(values)}` : path;
}

/** The one reader of failures. `token` is what was sent: a session that the server does not know has ended. */
export async function parseErrorResponse(response: Response, token: string | null): Promise<ApiError> {
  if (response.status === 401 && token) notifySessionEnded(token);
  const errorBody = (await response.json().catch(() => null)) as Partial<Problem> | null;
  const message = errorBody?.message || errorBody?.error;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    // A proxy in front of the server may send JSON of another shape.
    typeof message === 'string' ? message : toServerErrorMessage(response.status),
    {
      ...(errorBody?.code && { code: errorBody.code }),
      ...(errorBody?.issues && { issues: errorBody.issues }),
      ...(errorBody?.versions && { versions: errorBody.versions }),
      ...(errorBody?.proof_of_work && { proofOfWork: errorBody.proof_of_work }),
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    },
  );
}
