import { createApp } from '#api/app.ts';
import type { TestApp } from './test-app.ts';

/** An app over the same database whose log lines are recorded. */
export function createRecordedApp<Line>({ deps }: TestApp): { app: TestApp['app']; lines: Line[] } {
  const lines: Line[] = [];
  const record = (line: Line) => void lines.push(line);
  return { app: createApp({ ...deps, log: { ...deps.log, info: record, warn: record } as never }), lines };
}
