import { serveRequests } from '#api/adapters/idle-worker.ts';
import { checkBackup, type CheckRequest } from './backup-check.ts';

// A thread of its own: reading a large copy for damage takes seconds.
serveRequests((request: CheckRequest) => checkBackup(request));
