import type { SystemJson } from '#api/features/system/system.contract.ts';
import { api } from '#src/lib/api-client.ts';

export type { SystemJson };

export const fetchSystem = (signal: AbortSignal) => api.get('/api/admin/system', { signal });

export const startBackup = () => api.post('/api/admin/system/backups');
