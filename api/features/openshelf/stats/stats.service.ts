import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { dashboardResponse, statsResponse } from './stats.contract.ts';

export async function getDashboard(_deps: Pick<Deps, 'db' | 'clock'>): Promise<z.infer<typeof dashboardResponse>> {
  throw new Error('getDashboard is not built yet.');
}

export async function getStats(_deps: Pick<Deps, 'db' | 'clock' | 'site'>): Promise<z.infer<typeof statsResponse>> {
  throw new Error('getStats is not built yet.');
}
