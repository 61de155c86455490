import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints every test that passed only on a retry, with the error of its first attempt, so that retries hide neither. */
export class FlakyReporter implements Reporter {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = (line) => void process.stdout.write(`${line}\n`)) {
    this.#print = print;
  }

  onTestRunEnd(modules: readonly Pick<TestModule, 'children' | 'relativeModuleId'>[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => ` FLAKY  ${module.relativeModuleId} > ${test.fullName}${formatFirstError(test)}`),
    );
    if (lines.length > 0) this.#print(`\nPassed only when tried again: ${lines.length}\n${lines.join('\n')}`);
  }
}

function formatFirstError(test: TestCase): string {
  const error = test.result().errors?.[0];
  if (!error) return '';
  const stack = error.stack?.split('\n').filter((line) => line.includes('/tests/'));
  const text = [error.message, error.diff, ...(stack ?? [])].filter(Boolean).join('\n');
  return `\n${text.replaceAll(/^/gm, '        ')}`;
}
