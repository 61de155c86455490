import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { backUpResponse, systemResponse } from './system.contract.ts';
import { getSystem, startBackup } from './system.service.ts';

const tag = 'System';

export function systemRoutes(deps: Deps) {
  const access = requirePermission(deps, 'system.manage');
  return new Hono()
    .get(
      '/',
      access,
      documentRoute({ summary: 'Get the state of the server and its backups', tag, ok: systemResponse }),
      async (context) => context.json(await getSystem(deps)),
    )
    .post('/backups', access, documentRoute({ summary: 'Back up now', tag, ok: backUpResponse }), (context) => {
      startBackup(deps);
      return context.json({ message: 'The backup has begun.' });
    });
}
