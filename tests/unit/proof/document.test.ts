import { describe, expect, it } from 'vitest';
import { writeDocument } from '../../proof/document.ts';
import { faultRows, heavyCasesRow, outagesRow, screenRows, tortureRow } from '../../proof/fault-rows.ts';
import { figureRows } from '../../proof/figure-rows.ts';
import type { BenchRow, PartResult, TestRow } from '../../proof/proof-row.ts';
import { readFigure } from '../../proof/proof-row.ts';
import { readReport } from '../../proof/run-row.ts';

const kills: TestRow = {
  kind: 'tests',
  id: 'F1',
  shows: 'Kills lose nothing',
  target: '20 kills',
  parts: 2,
  files: [],
};
const speed: BenchRow = {
  kind: 'bench',
  id: 'F15',
  shows: 'Pages under load',
  options: ['serve'],
  figures: [
    { name: 'pages', unit: 'a second', at: 'site.rate', target: { atLeast: 2_000 } },
    { name: 'p99', unit: 'ms', at: 'site.p99', target: { atMost: 50 } },
  ],
};
const run = { part: 0, at: '2026-11-25T21:00:00.000Z', commit: 'abc1234', machine: '2 × Some processor', seconds: 90 };
const passed: PartResult = { ...run, outcome: 'passed', detail: '1 tests' };

const write = (results: Record<string, PartResult[]>) =>
  writeDocument({
    sections: [{ title: 'Everything', rows: [kills, speed] }],
    leftOut: [{ id: 'F14', shows: 'Eight hours', reason: 'Takes a night.' }],
    results,
  });
const readLine = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start)) ?? '';

describe('the document of the proof', () => {
  it('says what was met, on which machine, when, and what is missing or left out', () => {
    const text = write({ F1: [passed, { ...passed, part: 1, at: '2026-11-26T01:00:00.000Z', commit: 'def5678' }] });
    expect(readLine(text, '| F1 ')).toBe('| F1 | Kills lose nothing | 20 kills | Met | 2026-11-26, def5678, 3.0 min |');
    expect(text).toContain('- 2 × Some processor: 2026-11-25 to 2026-11-26');
    expect(text).toContain('- **F14**, Eight hours: Takes a night.');
    expect(text).toContain('Not run yet: F15.');
  });

  it('says so when the full size is not reached yet', () => {
    expect(readLine(write({ F1: [passed] }), '| F1 ')).toContain('| Met so far (1 of 2 parts) |');
  });

  it('does not call met what failed once, and gives the first reason', () => {
    const failed: PartResult = { ...run, part: 1, outcome: 'failed', detail: 'F1: lost a | post' };
    expect(readLine(write({ F1: [passed, failed] }), '| F1 ')).toContain(
      String.raw`| **Not met**: 1 of 2 parts failed, first: F1: lost a \| post |`,
    );
  });

  it('compares each figure of a bench with its target', () => {
    const text = write({
      F15: [{ ...run, outcome: 'failed', detail: '', figures: { 'site.rate': 5_210, 'site.p99': 61.5 } }],
    });
    expect(readLine(text, '| F15 ')).toContain('| pages | at least 2,000 a second | 5,210 a second | yes |');
    expect(text).toContain('| p99 | at most 50 ms | 61.5 ms | **no** |');
  });
});

describe('a part', () => {
  const test = (status: string, message = '') => ({ fullName: `F1 ${status}`, status, failureMessages: [message] });
  const report = (...tests: ReturnType<typeof test>[]) => ({ testResults: [{ message: '', assertionResults: tests }] });

  it('has passed when a test of it has, whatever the filter skipped', () => {
    expect(readReport(report(test('passed'), test('skipped')), true).outcome).toBe('passed');
  });

  it('is left out when every test was skipped', () => {
    expect(readReport(report(test('skipped')), true).outcome).toBe('left out');
  });

  it('has failed with the first message of a failed test, or when the run failed outside of one', () => {
    expect(readReport(report(test('passed'), test('failed', 'lost\nat x')), false)).toEqual({
      outcome: 'failed',
      detail: 'F1 failed: lost',
    });
    expect(readReport({ testResults: [{ message: 'No such file', assertionResults: [] }] }, false).detail).toBe(
      'No such file',
    );
  });
});

it('a figure that the result of a bench does not have is an error, and a list counts as its length', () => {
  expect(() => readFigure({ site: {} }, 'site.p99')).toThrow('The result has no figure site.p99.');
  expect(readFigure({ over: ['one', 'two'] }, 'over')).toBe(2);
});

it('no two rows of the proof have one id', () => {
  const ids = [...faultRows, tortureRow, heavyCasesRow, outagesRow, ...screenRows, ...figureRows].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
