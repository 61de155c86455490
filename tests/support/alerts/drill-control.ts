import { renameSync, writeFileSync } from 'node:fs';

/** Settings for a built server whose clock and event loop are controlled by `control`. */
export function createDrillControl(file: string) {
  let offset = 0;
  let hold = { id: 0, ms: 0 };
  const write = () => {
    writeFileSync(`${file}.tmp`, JSON.stringify({ offset, hold }));
    renameSync(`${file}.tmp`, file);
  };
  return {
    settings: {
      DRILL_FILE: file,
      NODE_OPTIONS: `--import ${new URL('./drill-hooks.ts', import.meta.url).href}`,
    },
    /** Sets the clock of the server forward, so that no one waits for what takes minutes; negative: back. */
    advanceClock(milliseconds: number): void {
      offset += milliseconds;
      write();
    },
    /** Holds the event loop once. */
    holdLoop(milliseconds: number): void {
      hold = { id: hold.id + 1, ms: milliseconds };
      write();
    },
  };
}
