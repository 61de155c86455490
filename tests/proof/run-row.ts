import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { ensureBuild } from '../bench/built-server.ts';
import { type BenchRow, isMet, type PartResult, type ProofRow, readFigure, type TestRow } from './proof-row.ts';

type Outcome = Pick<PartResult, 'outcome' | 'detail' | 'figures'>;
/** What vitest's JSON reporter writes. */
type TestReport = {
  testResults: {
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

const VITEST = join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs');
/** As `npm run bench` starts it. */
const BENCH = ['--max-semi-space-size=8', join(PROJECT_ROOT, 'scripts/bench.ts')];

/** Runs a part, counted from 0, to its end. Its output goes to standard error. */
export function runPart(row: ProofRow, part: number): Outcome {
  ensureBuild();
  if (row.kind === 'tests') return runTests(row, part);
  return row.kind === 'bench' ? runBench(row) : runCommand(row.command(part));
}

function runCommand(command: string[]): Outcome {
  const { status, stdout } = spawnSync(process.execPath, command, {
    cwd: PROJECT_ROOT,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 2],
  });
  const lines = stdout.toString().trim().split('\n');
  const finding = lines.find((line) => line.startsWith('FINDING'));
  if (status === 0) return { outcome: 'passed', detail: lines.at(-1) ?? '' };
  return { outcome: 'failed', detail: finding ?? `It ended with ${status}.` };
}

function runTests({ files, title, settings }: TestRow, part: number): Outcome {
  const directory = mkdtempSync(join(tmpdir(), 'proof-'));
  const report = join(directory, 'report.json');
  // Without CI no test is tried twice.
  const { CI: _, ...environment } = process.env;
  try {
    const filter = title === undefined ? [] : ['--testNamePattern', title];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { status } = spawnSync(process.execPath, [VITEST, 'run', ...files, ...filter, ...reporters], {
      cwd: PROJECT_ROOT,
      env: { ...environment, FULL_SIZE: 'true', ...settings?.(part) },
      stdio: ['ignore', 2, 2],
    });
    return readReport(JSON.parse(readFileSync(report, 'utf8')) as TestReport, status === 0);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Tests that were skipped count for nothing: a part in which none ran is left out. */
export function readReport({ testResults }: TestReport, hasPassed: boolean): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  const passed = tests.filter(({ status }) => status === 'passed');
  const [first] = failed;
  if (first) return { outcome: 'failed', detail: `${first.fullName}: ${firstLine(first.failureMessages[0])}` };
  if (!hasPassed) {
    const message = testResults.find((file) => file.message !== '')?.message;
    return { outcome: 'failed', detail: firstLine(message ?? 'The run failed outside of a test.') };
  }
  if (passed.length === 0) return { outcome: 'left out', detail: 'No test of it can run on this machine.' };
  return { outcome: 'passed', detail: `${passed.length} tests` };
}

function runBench(row: BenchRow): Outcome {
  const { status, stdout } = spawnSync(process.execPath, [...BENCH, ...row.options, '--json'], {
    cwd: PROJECT_ROOT,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 2],
  });
  if (status !== 0) return { outcome: 'failed', detail: `The bench ended with ${status}.` };
  return readBench(row, JSON.parse(stdout.toString()));
}

function readBench(row: BenchRow, result: unknown): Outcome {
  const figures = Object.fromEntries(row.figures.map(({ at }) => [at, readFigure(result, at)]));
  const areMet = row.figures.every((figure) => isMet(figure, figures[figure.at] ?? Number.NaN));
  return { outcome: areMet ? 'passed' : 'failed', detail: '', figures };
}

const firstLine = (message = '') => message.split('\n', 1)[0] ?? '';
