import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULES_FILE, type Series } from './promtool.ts';

/** One answer of `/metrics` at a time (Unix s); null where there was none. */
export type Scrape = { at: number; text: string } | null;

/** Minutes before the fault, and after it. */
const BEFORE = 9;
const AFTER = 50;
/** Metrics that rules read; all others would make promtool slow. */
const READ =
  /^(part_up|disk_|backup_age|process_start|process_resident|server_time|reading_age|queue_oldest|servers|server_leads|server_release|http_request_duration_seconds_(count|bucket)|emails_total|nodejs_eventloop_lag_max|event_loop)/;

/** Whether an alert fires when the site was as in `before`, and has been as in `after` from then on: gauges stay, counters go on as fast. */
export function firesAlert(promtool: string, alert: string, scrapes: { before: Scrape; after: Scrape }): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'promtool-'));
  try {
    const file = join(directory, 'drill.test.yml');
    const test = {
      interval: '1m',
      input_series: Object.entries(toSeries(scrapes)).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: `count by (alertname) (ALERTS{alertstate="firing", alertname="${alert}"})`,
          eval_time: '55m',
          exp_samples: [{ labels: `{alertname="${alert}"}`, value: 1 }],
        },
      ],
    };
    writeFileSync(file, JSON.stringify({ rule_files: [RULES_FILE], tests: [test] }));
    return spawnSync(promtool, ['test', 'rules', file]).status === 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function toSeries({ before, after }: { before: Scrape; after: Scrape }): Series {
  const [old, current] = [parse(before), parse(after)];
  const series: Series = {
    'up{job="site", instance="drill"}': `${before ? 1 : 0}x${BEFORE} ${after ? 1 : 0}x${AFTER}`,
  };
  for (const [key, value] of current) {
    const start = old.get(key);
    const first = start === undefined ? `_x${BEFORE}` : `${start}x${BEFORE}`;
    if (/_(total|count|bucket)\{/.test(key))
      series[key] = `${first} ${value}+${Math.max(0, value - (start ?? 0))}x${AFTER}`;
    else series[key] = `${first} ${value}x${AFTER}`;
  }
  if (after) {
    const key = [...current.keys()].find((each) => each.startsWith('server_time_seconds'));
    // Prometheus compares it with its own time, which begins at 0 here.
    if (key) series[key] = `${(current.get(key) ?? 0) - after.at}+60x${BEFORE + AFTER}`;
  }
  return series;
}

function parse(scrape: Scrape): Map<string, number> {
  const values = new Map<string, number>();
  for (const line of (scrape?.text ?? '').split('\n')) {
    const [, name = '', labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (value === undefined || !READ.test(name) || !Number.isFinite(Number(value))) continue;
    values.set(`${name}{job="site", instance="drill"${labels && `, ${labels}`}}`, Number(value));
  }
  return values;
}
