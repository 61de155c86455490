import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { quantile, round } from '../../bench/figures.ts';
import type { Visit } from './visitor-process.ts';

const PER_SECOND = 50;
const PROGRAM = fileURLToPath(new URL('./visitor-process.ts', import.meta.url));

export type VisitorFigures = { count: number; p50: number; p99: number; max: number; lost: number };
export type Visitors = { leave(): Promise<VisitorFigures> };

/** People who ask for pages at a steady rate, from a process of their own, until they leave. Times in ms. */
export function sendVisitors(port: number): Visitors {
  const child: ChildProcess = fork(PROGRAM, [String(port), String(PER_SECOND)]);
  return {
    async leave() {
      child.send('leave');
      const [visits] = (await once(child, 'message')) as [Visit[]];
      child.disconnect();
      const times = visits.map(({ ms }) => ms);
      return {
        count: visits.length,
        p50: round(quantile(times, 0.5)),
        p99: round(quantile(times, 0.99)),
        max: round(Math.max(...times)),
        lost: visits.filter(({ isLost }) => isLost).length,
      };
    },
  };
}
