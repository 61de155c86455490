import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

export const RULES_FILE = join(PROJECT_ROOT, 'deploy/prometheus/rules.yml');

/** A series with its labels, such as `up{job="site"}`, and its values in the notation of promtool, one each minute. */
export type Series = Record<string, string>;

/** The series of one time, and the alerts that fire at `minute`, all of them. */
export type RuleCase = { name: string; series: Series; minute: number; alerts: readonly string[] };

/** Evaluates the rules by promtool. Answers null when each case has its alerts, else what promtool says. */
export function testRules(promtool: string, cases: readonly RuleCase[]): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'promtool-'));
  try {
    const file = join(directory, 'rules.test.yml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [RULES_FILE], tests: cases.map(toPromtoolTest) }));
    return run(promtool, ['test', 'rules', file]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Whether the rules are ones that Prometheus reads: null, or what promtool says. */
export const checkRules = (promtool: string): string | null => run(promtool, ['check', 'rules', RULES_FILE]);

const toPromtoolTest = ({ name, series, minute, alerts }: RuleCase) => ({
  name,
  interval: '1m',
  input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${minute}m`,
      exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
    },
  ],
});

function run(promtool: string, args: string[]): string | null {
  const { status, stdout, stderr, error } = spawnSync(promtool, args, { encoding: 'utf8' });
  if (error) return error.message;
  return status === 0 ? null : `${stdout}${stderr}`;
}
