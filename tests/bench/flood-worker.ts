import { parentPort, workerData } from 'node:worker_threads';
import { createFloodRequests, FLOOD_KINDS, type FloodKind, flood, PIPELINED } from '../support/faults/flood/flood.ts';
import type { FloodSite } from '../support/faults/flood/flood-site.ts';

/** `all` takes the kinds in turn. */
export type FloodWork = { port: number; site: FloodSite; kind: FloodKind | 'all'; seconds: number; workers: number };

// A thread of its own: what the attack itself computes must not delay the clients whose times are measured.
const { port, site, kind, seconds, workers } = workerData as FloodWork;
const requests = createFloodRequests(site);
const kinds = kind === 'all' ? FLOOD_KINDS : [kind];
// One kind over each connection.
const createRequest = (n: number) => requests[kinds[Math.floor(n / PIPELINED) % kinds.length] ?? 'release'](n);
const endAt = performance.now() + seconds * 1000;
parentPort?.postMessage(await flood(port, { createRequest, workers, isOn: () => performance.now() < endAt }));
