import { serveRequests } from '#api/adapters/idle-worker.ts';
import { finishCopiedDatabase, type FinishRequest, replaySegments, type ReplayRequest } from '../wal/wal-replay.ts';
import { type LoadRequest, loadDump } from '../libsql/load-dump.ts';
import { checkBackup, type CheckRequest } from './backup-check.ts';

type Request = CheckRequest | LoadRequest | FinishRequest | ReplayRequest;

// A thread of its own: reading a large copy for damage takes seconds, and so does loading a dump or replaying an hour of changes.
serveRequests((request: Request) => {
  if ('dump' in request) return loadDump(request);
  if ('copy' in request) return finishCopiedDatabase(request);
  return 'segments' in request ? replaySegments(request) : checkBackup(request);
});
