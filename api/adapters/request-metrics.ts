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
  /** Sets gauges before they are read, and returns everything in the text format of Prometheus. */
  read(setGauges: (set: SetGauge) => Promise<void>): Promise<{ text: string; contentType: string }>;
};

export type SetGauge = (name: string, help: string, value: number, labels?: Record<string, string>) => void;

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
  return {
    observeRender: (milliseconds) => renders.observe(milliseconds / 1_000),
    count: (name, labels, by = 1) => counted.get(name)?.inc(labels, by),
    observeRequest({ route, method, status, milliseconds }) {
      requests.observe({ route, method: METHODS.has(method) ? method : 'other', status }, milliseconds / 1_000);
    },
    async read(setGauges) {
      const current = new Registry();
      const gauges = new Map<string, InstanceType<typeof Gauge>>();
      await setGauges((name, help, value, labels = {}) => {
        const gauge =
          gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [current] });
        gauges.set(name, gauge);
        gauge.set(labels, value);
      });
      const merged = Registry.merge([registry, current]);
      return { text: await merged.metrics(), contentType: merged.contentType };
    },
  };
}
