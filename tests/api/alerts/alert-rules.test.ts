import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#api/adapters/request-metrics.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { findPromtool } from '../../../scripts/testing/ensure-promtool.ts';
import { listExposedNames, listMetricNames } from '../../support/alerts/metric-names.ts';
import { checkRules, RULES_FILE, testRules } from '../../support/alerts/promtool.ts';
import { ruleCases } from '../../support/alerts/rule-cases.ts';
import { readAllMetrics } from '../../support/alerts/read-all-metrics.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
};
type Panel = { title: string; type: string; targets?: { expr: string }[] };

const readRules = async (): Promise<Rule[]> => {
  const { groups } = parse(await readFile(RULES_FILE, 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
};

async function readPanels(): Promise<Panel[]> {
  const dashboard = JSON.parse(await readFile(join(PROJECT_ROOT, 'deploy/grafana/site.json'), 'utf8'));
  return (dashboard as { panels: Panel[] }).panels.filter(({ type }) => type !== 'row');
}

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

/** `up` is made by Prometheus itself. */
async function findUnknownNames(expressions: string[]): Promise<string[]> {
  const exposed = listExposedNames(await readAllMetrics(test, await createMetrics()));
  const names = new Set(expressions.flatMap(listMetricNames));
  return [...names].filter((name) => name !== 'up' && !exposed.has(name));
}

describe('the names of metrics in an expression', () => {
  it('Names of metrics in rules are found beside functions, labels, durations and keywords', () => {
    const ratio = 'sum by (job) (rate(a_total{job="x_y"}[5m])) / on (job) b_total > 3 * 3600 unless c == 1e9';
    expect(listMetricNames(ratio)).toEqual(['a_total', 'b_total', 'c']);
  });
});

describe('the alert rules of deploy/prometheus', () => {
  it('Rules name only metrics that the server has', async () => {
    expect(await findUnknownNames((await readRules()).map(({ expr }) => expr))).toEqual([]);
  });

  it('Rules say what fails and what to do, and how urgent it is', async () => {
    for (const { alert, labels, annotations } of await readRules()) {
      expect(labels.severity, alert).toMatch(/^(page|ticket)$/);
      expect(annotations.summary.length, alert).toBeGreaterThan(10);
      expect(annotations.description, alert).toMatch(/\.$/);
    }
  });

  it('Each rule has a case in which it fires, and every case has its rule', async () => {
    const fired = ruleCases.flatMap(({ alerts }) => alerts);
    expect((await readRules()).map(({ alert }) => alert).sort()).toEqual(fired.sort());
  });

  const promtool = findPromtool();
  it.skipIf(promtool === null)('are read by promtool, and each fires by its own fault only', () => {
    expect(checkRules(promtool ?? '')).toBeNull();
    expect(testRules(promtool ?? '', ruleCases)).toBeNull();
  });
});

describe('the dashboard of deploy/grafana', () => {
  it('Each panel of the dashboard has queries, which name only metrics that the server has', async () => {
    const panels = await readPanels();
    for (const { title, targets = [] } of panels) expect(targets.length, title).toBeGreaterThan(0);
    expect(await findUnknownNames(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)))).toEqual([]);
  });
});
