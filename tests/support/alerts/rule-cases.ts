import type { RuleCase, Series } from './promtool.ts';

const PAGES = 'job="site", instance="a", route="pages"';
const BLOGS = 'job="site", instance="a", route="/api/blogs", status="200"';
const seen = (metric: string, labels = '') => `${metric}{job="site", instance="a"${labels && `, ${labels}`}}`;
const requests = (status: number) => `http_request_duration_seconds_count{${PAGES}, status="${status}"}`;
const pagesWithin = (seconds: string) =>
  `http_request_duration_seconds_bucket{${PAGES}, status="200", le="${seconds}"}`;
const blogsWithin = (seconds: string) => `http_request_duration_seconds_bucket{${BLOGS}, le="${seconds}"}`;

/** An hour of a site without a fault. */
const healthy: Series = {
  [seen('up')]: '1x60',
  [seen('part_up', 'part="database"')]: '1x60',
  [seen('part_up', 'part="disk"')]: '1x60',
  [seen('part_up', 'part="pages"')]: '1x60',
  [seen('part_up', 'part="mail"')]: '1x60',
  [seen('backup_age_seconds')]: '1800x60',
  [seen('disk_free_bytes')]: '5e10x60',
  [seen('disk_total_bytes')]: '1e11x60',
  [seen('process_start_time_seconds')]: '0x60',
  [seen('server_time_seconds')]: '0+60x60',
  [seen('reading_age_seconds', 'reading="queues"')]: '15x60',
  [seen('queue_oldest_age_seconds', 'queue="mail"')]: '3x60',
  [seen('queue_oldest_age_seconds', 'queue="openshelf_webhooks"')]: '3x60',
  [seen('servers')]: '2x60',
  [seen('server_leads', 'server="a"')]: '1x60',
  [seen('server_release', 'server="a"')]: '7x60',
  [seen('server_release', 'server="b"')]: '7x60',
  [requests(200)]: '0+600x60',
  [requests(500)]: '0+1x60',
  [pagesWithin('0.25')]: '0+600x60',
  [pagesWithin('0.5')]: '0+600x60',
  [pagesWithin('+Inf')]: '0+600x60',
  [blogsWithin('1')]: '0+60x60',
  [blogsWithin('2.5')]: '0+60x60',
  [blogsWithin('10')]: '0+60x60',
  [blogsWithin('+Inf')]: '0+60x60',
  [seen('emails_total', 'result="given_up"')]: '0x60',
  [seen('nodejs_eventloop_lag_max_seconds')]: '0.03x60',
  [seen('event_loop_pauses_total', 'work="GET /api/blogs"')]: '0+1x2 2x57',
  [seen('process_resident_memory_bytes')]: '3e8x60',
};

/** For each alert the series that differ; null for one that is missing. */
const faults: Record<string, Record<string, string | null>> = {
  ServerDown: { [seen('up')]: '1x9 0x50' },
  ServerRestarts: { [seen('process_start_time_seconds')]: '0+60x60' },
  ClockWrong: { [seen('server_time_seconds')]: '45+60x60' },
  PagesFail: { [seen('part_up', 'part="pages"')]: '1x9 0x50' },
  DatabaseDown: { [seen('part_up', 'part="database"')]: '1x9 0x50' },
  DiskFull: { [seen('part_up', 'part="disk"')]: '1x9 0x50' },
  PartDown: { [seen('part_up', 'part="mail"')]: '1x9 0x50' },
  DiskShort: { [seen('disk_free_bytes')]: '5e8x60' },
  BackupOld: { [seen('backup_age_seconds')]: '11000+60x60' },
  BackupMissing: { [seen('backup_age_seconds')]: null },
  QueueStuck: { [seen('queue_oldest_age_seconds', 'queue="mail"')]: '1800+60x60' },
  WebhooksStuck: { [seen('queue_oldest_age_seconds', 'queue="openshelf_webhooks"')]: '30000x60' },
  EmailsGivenUp: { [seen('emails_total', 'result="given_up"')]: '0+1x60' },
  ReadingOld: { [seen('reading_age_seconds', 'reading="queues"')]: '15+60x60' },
  NoLeader: { [seen('server_leads', 'server="a"')]: '0x60' },
  ServerBehind: { [seen('server_release', 'server="b"')]: '6x60' },
  RequestsFail: { [requests(500)]: '0+60x60' },
  PagesSlow: { [pagesWithin('0.25')]: '0+500x60' },
  ApiSlow: { [blogsWithin('1')]: '0+40x60', [blogsWithin('2.5')]: '0+50x60' },
  LoopHeld: { [seen('nodejs_eventloop_lag_max_seconds')]: '0.03x28 1.2 0.03x30' },
  LoopHeldOften: { [seen('event_loop_pauses_total', 'work="GET /api/blogs"')]: '0+1x60' },
  MemoryHigh: { [seen('process_resident_memory_bytes')]: '8e8x60' },
};

const MINUTE = 31;

function withFault(changes: Record<string, string | null>): Series {
  const changed = Object.entries({ ...healthy, ...changes });
  return Object.fromEntries(changed.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Each alert by its fault alone, and none without one. */
export const ruleCases: RuleCase[] = [
  { name: 'no fault', series: healthy, minute: MINUTE, alerts: [] },
  { name: 'NoServer', series: { 'up{job="other"}': '1x60' }, minute: MINUTE, alerts: ['NoServer'] },
  ...Object.entries(faults).map(([alert, changes]) => ({
    name: alert,
    series: withFault(changes),
    minute: MINUTE,
    alerts: [alert],
  })),
];
