import type { Reporter, TestModule } from 'vitest/node';

/** Prints every test that passed only on a retry, so that retries do not hide flaky tests. */
export class FlakyReporter implements Reporter {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = (line) => void process.stdout.write(`${line}\n`)) {
    this.#print = print;
  }

  onTestRunEnd(modules: readonly Pick<TestModule, 'children' | 'relativeModuleId'>[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => ` FLAKY  ${module.relativeModuleId} > ${test.fullName}`),
    );
    if (lines.length > 0) this.#print(`\nPassed only when tried again: ${lines.length}\n${lines.join('\n')}`);
  }
}
