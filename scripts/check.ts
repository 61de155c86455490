import './closed-output.ts';
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

// check.ts: everything that reads the sources and runs none of them, the slowest first, as many at a time as there are
// processors. The output of each comes in one piece, when it has ended; what failed is named once more as the last line.
const failed: string[] = [];
const queue = ['check:types', 'check:format', 'check:unused', 'check:lint'].values();

async function runScript(name: string): Promise<void> {
  const child = spawn('node', ['--run', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.stdout.write(`${name}: ${code === 0 ? 'passed' : 'FAILED'}\n`);
  process.stdout.write(Buffer.concat(chunks));
  if (code !== 0) failed.push(name);
}

async function runNext(): Promise<void> {
  for (const name of queue) await runScript(name);
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext));

if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
