import { expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { FlakyReporter } from '../../support/vitest/flaky-reporter.ts';

type Outcome = [name: string, isFlaky: boolean];

function createModule(
  relativeModuleId: string,
  outcomes: Outcome[],
): Pick<TestModule, 'children' | 'relativeModuleId'> {
  const tests = outcomes.map(([fullName, flaky]) => ({
    fullName,
    diagnostic: () => ({ flaky }),
    result: () => ({ errors: flaky ? [{ message: `${fullName} failed at first` }] : [] }),
  }));
  return { relativeModuleId, children: { allTests: () => tests } } as unknown as TestModule;
}

function report(...modules: ReturnType<typeof createModule>[]): string {
  const lines: string[] = [];
  new FlakyReporter((line) => lines.push(line)).onTestRunEnd(modules);
  return lines.join('\n');
}

it('prints every test that passed only on a retry, with its file and the error of the first attempt', () => {
  const first = createModule('tests/e2e/a.test.ts', [
    ['signs in', true],
    ['signs out', false],
  ]);
  const second = createModule('tests/faults/b.test.ts', [['a stop > ends', true]]);
  const text = report(first, second);
  expect(text).toContain('Passed only when tried again: 2');
  expect(text).toContain('tests/e2e/a.test.ts > signs in');
  expect(text).toContain('signs in failed at first');
  expect(text).toContain('tests/faults/b.test.ts > a stop > ends');
  expect(text).not.toContain('signs out');
});

it('prints nothing when every test passed at first', () => {
  expect(report(createModule('tests/e2e/a.test.ts', [['signs in', false]]))).toBe('');
});
