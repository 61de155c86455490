import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** Starts a program that serves HTTP, and resolves when it answers at `address`. @throws what it printed, when it ends before. */
export async function startListeningProcess(
  program: string,
  args: string[],
  { address, env = process.env }: { address: string; env?: NodeJS.ProcessEnv },
): Promise<{ stop(): Promise<void> }> {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await fetch(address, { redirect: 'manual' }).catch(() => null))) {
    if (hasEnded()) throw new Error(errors);
    await Promise.race([sleep(POLL_MS), ended]);
  }
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
