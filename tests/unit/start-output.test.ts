import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { describeStartFailure } from '#api/start-output.ts';

/** Runs a module that has `output` of production or not. */
const run = (isProduction: boolean, code: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { createStartOutput } = await import('#api/start-output.ts');
      const output = createStartOutput({ isProduction: ${isProduction} });
      ${code}`,
    ],
    { cwd: PROJECT_ROOT, encoding: 'utf8' },
  );
const readLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it.each([
  ['an error that nobody caught', "setTimeout(() => { throw new TypeError('broken') })", 1],
  ['a rejection that nobody caught', "void Promise.reject(new TypeError('broken'))", 1],
  ['a start that fails', "output.crash(new TypeError('broken'))", 1],
])('in production %s is one JSON line with its stack, and the process ends', (_what, code, status) => {
  const ended = run(true, code);
  expect([ended.status, ended.stderr]).toEqual([status, '']);
  expect(readLines(ended.stdout)).toMatchObject([
    { level: 60, err: { type: 'TypeError', message: 'broken', stack: expect.stringContaining('at ') } },
  ]);
});

it('in production sentences and warnings of Node are JSON lines', () => {
  const ended = run(true, "output.say('Serving it.'); output.refuse('Set PORT.'); process.emitWarning('Old.')");
  expect([ended.status, ended.stderr]).toEqual([0, '']);
  expect(readLines(ended.stdout)).toMatchObject([
    { level: 30, msg: 'Serving it.' },
    { level: 60, msg: 'Set PORT.' },
    { level: 40, err: { message: 'Old.' } },
  ]);
});

it('on a terminal sentences are printed as they are, and a crash is that of Node', () => {
  const ended = run(false, "output.say('Serving it.'); output.refuse('Set PORT.'); output.crash(new Error('broken'))");
  expect([ended.status, ended.stdout]).toEqual([1, 'Serving it.\n']);
  expect(ended.stderr).toMatch(/^Set PORT\.\n[\s\S]*Error: broken\n\s+at /);
});

it.each([
  ['EACCES', { syscall: 'mkdir', path: '/data' }, /may not read and write \/data\. Make that user its owner/],
  ['EROFS', { syscall: 'open', path: '/data/app.db' }, /may not read and write \/data\/app\.db/],
  ['EACCES', { syscall: 'listen', port: 80 }, /may not listen on port 80\. Set PORT to one above 1023/],
  ['EADDRINUSE', { syscall: 'listen', port: 4321 }, /already in use/],
  ['EADDRNOTAVAIL', { syscall: 'listen' }, /Set HOST/],
  ['ENOSPC', { syscall: 'write' }, /disk is full/],
])('a start that fails with %s (%o) says what to do', (code, facts, sentence) => {
  expect(describeStartFailure(Object.assign(new Error(code), { code, ...facts }))).toMatch(sentence);
});

it('an error that is no fault of the machine has no sentence: its stack is shown', () => {
  expect(describeStartFailure(new TypeError('broken'))).toBeNull();
});
