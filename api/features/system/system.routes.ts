import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { backUpResponse, systemResponse } from './system.contract.ts';
import { getSystem, startBackup } from './system.service.ts';

const tag = 'System';

export function systemRoutes(deps: Deps) {
  return endpoints(deps, { tag, access: 'system.manage' })
    .get('/', { summary: 'Get the state of the server and its backups', answer: systemResponse }, () => getSystem(deps))
    .post('/backups', { summary: 'Back up now', answer: backUpResponse }, () => {
      startBackup(deps);
      return { message: 'The backup has begun.' };
    })
    .build();
}
