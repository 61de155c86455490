import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { createUploadDeps } from '#api/adapters/upload-storage.ts';
import type { Env } from '#api/env.ts';
import { createHealthWithoutDatabase } from '#api/features/health/health.service.ts';
import { AppError, errorStatuses, toResourceError } from '#api/http/errors.ts';
import { METRICS_PATH } from '#api/http/request-paths.ts';
import { createHeaderLists } from '#api/site/header-lists.ts';
import type { ApiHandlers } from '#api/site/request-router.ts';
import { sendText } from '#api/site/responses.ts';
import { createUploadHandler } from '#api/site/upload-handler.ts';

type Options = {
  env: Env;
  log: Logger;
  /** Why the API can't be made yet. */
  reason: () => unknown;
  /** When the outage was noticed (UTC ms). */
  since: number;
  release: () => number;
  sendsPages: () => Promise<boolean>;
  /** Whether all of the release is on the disk. */
  isWhole: () => boolean;
  /** Answers `/metrics`, where there is METRICS_TOKEN. */
  handleMetrics: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
};

const UNAVAILABLE = 'The server is starting. Try again in a few seconds.';

/**
 * The API of a server that starts without its database: pages come from the disk, images and videos from where they are, and
 * everything else is answered with 503 and a sentence. Nothing is accepted that could be lost.
 */
export function createOfflineApi(options: Options): ApiHandlers {
  const { env, log, reason, since, release, sendsPages, isWhole, handleMetrics } = options;
  const { base } = createHeaderLists(env.SITE_URL);
  const uploads = createUploadHandler({ files: createUploadDeps(env).files, siteUrl: env.SITE_URL, log });

  function sendJson(response: ServerResponse, status: number, body: object, extra: string[] = []): void {
    const bytes = Buffer.from(JSON.stringify(body));
    const own = ['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'Content-Length', `${bytes.length}`];
    response.writeHead(status, [...base, ...own, ...extra]);
    response.end(response.req.method === 'HEAD' ? undefined : bytes);
  }

  const getError = () =>
    toResourceError(reason()) ?? new AppError('unavailable', UNAVAILABLE, { retryAfterSeconds: 2 });
  const toRetryHeader = ({ retryAfterSeconds = 5 }: AppError) => ['Retry-After', String(retryAfterSeconds)];

  function sendProblem(response: ServerResponse): void {
    const error = getError();
    const { message, code } = error;
    const problem = { message, error: message, code, request_id: randomUUID() };
    sendJson(response, errorStatuses[code], problem, toRetryHeader(error));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === METRICS_PATH && isRead && handleMetrics) return handleMetrics(request, response);
    if (!isRead || !(await sendsPages())) return sendProblem(response);
    if (path === '/api/health')
      return sendJson(response, 200, createHealthWithoutDatabase({ release: release(), since }));
    if (path === '/api/live') return sendJson(response, 200, { status: 'live', release: release() });
    if (path === '/api/ready' && isWhole()) return sendJson(response, 200, { status: 'ready', release: release() });
    sendProblem(response);
  }

  function sendSentence(_request: IncomingMessage, response: ServerResponse): void {
    const error = getError();
    sendText(response, errorStatuses[error.code], error.message, base, toRetryHeader(error));
  }

  return {
    api: (request, response) => void answer(request, response).catch(() => response.destroy()),
    uploads: uploads.handle,
    previews: sendSentence,
    releases: sendSentence,
  };
}
