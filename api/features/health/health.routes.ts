import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { allowAnyone } from '#api/middleware/access.ts';
import { healthResponse, readyResponse } from './health.contract.ts';
import { checkHealth, checkReady } from './health.service.ts';

export function healthRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    allowAnyone,
    documentRoute({ summary: 'Check that the server is ready', tag: 'Health', ok: healthResponse }),
    async (context) => context.json(await checkHealth(deps)),
  );
}

export function readyRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    allowAnyone,
    documentRoute({ summary: 'Check that the server can send the current pages', tag: 'Health', ok: readyResponse }),
    async (context) => context.json(await checkReady(deps)),
  );
}
