/** What is wrong, each with the minute at which it was seen; and what happened, to explain it. */
export function createFindings(seed: number, print: (line: string) => void) {
  const startedAt = performance.now();
  const found: string[] = [];
  const seen = new Set<string>();
  const minute = () => ((performance.now() - startedAt) / 60_000).toFixed(2);
  return {
    found,
    minute,
    /** One line for a finding; the same text counts once. */
    add(what: string): void {
      if (seen.has(what)) return;
      seen.add(what);
      const line = `FINDING seed ${seed}, minute ${minute()}: ${what}`;
      found.push(line);
      print(line);
    },
    note: (what: string) => print(`${minute().padStart(6)}  ${what}`),
  };
}

export type Findings = ReturnType<typeof createFindings>;
