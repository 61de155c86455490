import type { Histogram, Registry } from 'prom-client';

/** One answered request; `route` is a pattern such as `/api/blogs/:id`, never an address that a client chose. */
export type ObservedRequest = { route: string; method: string; status: number; milliseconds: number };

/** What is counted while the server runs; a new one is one entry here, and a line of docs/metrics.md. */
const counters = {
  page_cache_requests_total: {
    help: 'Responses of pages and files: from memory (hit), or read from the disk first (miss).',
    labels: ['result'],
  },
  publishes_total: { help: 'Publish jobs by what became of them.', labels: ['result'] },
  event_loop_pauses_total: {
    help: 'Times in which the event loop was held for 0.2 s or longer, by what ran.',
    labels: ['work'],
  },
  event_loop_pause_seconds_total: { help: 'How long these pauses were together, by what ran.', labels: ['work'] },
  emails_total: { help: 'Attempts to send an email, and emails that weren’t sent at all.', labels: ['result'] },
  webhooks_total: {
    help: 'Webhooks that came in, and attempts to send one, by who is at the other end.',
    labels: ['direction', 'peer', 'result'],
  },
} as const;

/** The values of labels are few and ours: each combination is a series that Prometheus keeps. */
type CounterLabels = {
  page_cache_requests_total: { result: 'hit' | 'miss' };
  publishes_total: { result: 'live' | 'failed' };
  /** The pattern of a route, or one of `workNames`. */
  event_loop_pauses_total: { work: string };
  event_loop_pause_seconds_total: { work: string };
  emails_total: { result: 'sent' | 'retried' | 'given_up' | 'suppressed' };
  webhooks_total:
    | { direction: 'in'; peer: 'stripe'; result: 'accepted' | 'refused' }
    | { direction: 'out'; peer: 'openshelf' | 'product' | 'cdn'; result: 'delivered' | 'retried' | 'given_up' };
};

/** What is counted for Prometheus. */
export type Metrics = {
  observeRequest(request: ObservedRequest): void;
  /** How long one page took to render. */
  observeRender(milliseconds: number): void;
  count<Name extends keyof CounterLabels>(name: Name, labels: CounterLabels[Name], by?: number): void;
  /** From now on each answer has the gauges that `collect` sets. It reads memory only, so that an answer waits for nothing. */
  addGauges(collect: (set: SetGauge) => void): void;
  /** Everything in the text format of Prometheus. */
  read(): Promise<{ text: string; contentType: string }>;
};

export type SetGauge = (name: GaugeName, value: number, labels?: Record<string, string>) => void;

/** Gauges: a new one is an entry here and a line of docs/metrics.md. */
const gaugeHelp = {
  backup_age_seconds: 'Age of the newest proven backup.',
  backup_bytes: 'Size of its file.',
  backup_proof_duration_seconds: 'How long its restore and checks took.',
  billing_drifts: 'Differences from Stripe that aren’t repaired.',
  disk_free_bytes: 'Of the disk of the data directory.',
  disk_total_bytes: 'Size of the disk of the data directory.',
  http_connections: 'Open connections of clients and proxies.',
  lease_remaining_seconds: 'How long a lease still holds without being renewed.',
  lease_token: 'Token of a lease: it grows with each new holder.',
  part_up: 'Whether a part of the server works (1) or fails (0), as in /api/health.',
  publish_last_duration_seconds: 'From the write to the proof that it is live.',
  queue_length: 'Rows that wait in a queue.',
  queue_oldest_age_seconds: 'Age of the oldest row of a queue; 0 when it is empty.',
  reading_age_seconds: 'How long ago the gauges of a reading were read: they are answered from memory.',
  server_leads: 'Whether a server leads: publishes, sends and backs up for all.',
  server_release: 'The release that each server serves.',
  server_time_seconds: 'The clock of the server (Unix time).',
  servers: 'Servers that reported a short while ago.',
  site_release: 'The release that visitors get.',
} as const;

type GaugeName = keyof typeof gaugeHelp;

/** Upper ends of the histogram (s): pages from memory take under a millisecond, an upload many seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Methods besides these are counted as one: a client may send any word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The library is loaded only where metrics are read. */
export async function createMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry: Registry = new Registry();
  // Memory, processor time, delay of the event loop, garbage collection.
  collectDefaultMetrics({ register: registry });
  const requests: Histogram<'route' | 'method' | 'status'> = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its response.',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const renders: Histogram = new Histogram({
    name: 'page_render_duration_seconds',
    help: 'How long one page took to render, with what it read from the database.',
    buckets: BUCKETS,
    registers: [registry],
  });
  const counted = new Map<string, InstanceType<typeof Counter>>(
    Object.entries(counters).map(([name, { help, labels }]) => [
      name,
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    ]),
  );
  const collectors: ((set: SetGauge) => void)[] = [];
  return {
    observeRender: (milliseconds) => renders.observe(milliseconds / 1_000),
    count: (name, labels, by = 1) => counted.get(name)?.inc(labels, by),
    observeRequest({ route, method, status, milliseconds }) {
      requests.observe({ route, method: METHODS.has(method) ? method : 'other', status }, milliseconds / 1_000);
    },
    addGauges(collect) {
      collectors.push(collect);
    },
    async read() {
      const current = new Registry();
      const gauges = new Map<string, InstanceType<typeof Gauge>>();
      const set: SetGauge = (name, value, labels = {}) => {
        const help = gaugeHelp[name];
        const gauge =
          gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [current] });
        gauges.set(name, gauge);
        gauge.set(labels, value);
      };
      for (const collect of collectors) collect(set);
      const merged = Registry.merge([registry, current]);
      return { text: await merged.metrics(), contentType: merged.contentType };
    },
  };
}
