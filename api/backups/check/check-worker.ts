import { serveRequests } from '#api/adapters/idle-worker.ts';
import { type LoadRequest, loadDump } from '../libsql/load-dump.ts';
import { checkBackup, type CheckRequest } from './backup-check.ts';

// A thread of its own: reading a large copy for damage takes seconds, and so does loading a dump.
serveRequests((request: CheckRequest | LoadRequest) => ('dump' in request ? loadDump(request) : checkBackup(request)));
