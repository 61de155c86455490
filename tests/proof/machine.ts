import { spawnSync } from 'node:child_process';
import os from 'node:os';
import { PROJECT_ROOT } from '#db/project-root.ts';

/** Processors, memory, operating system and Node, for people. */
export function describeMachine(): string {
  const processors = os.cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  return `${processors.length} × ${model}, ${memory} GB, ${os.type()} ${os.release()}, Node ${process.version}`;
}

export function readCommit(): string {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: PROJECT_ROOT });
  return status === 0 ? stdout.toString().trim() : 'unknown';
}
