import { getTargetPath, type RedirectStatus, type RedirectTarget } from './redirects.ts';

type Find = (path: string) => RedirectTarget | undefined;

/** The end to which an address leads, and through how many redirects; temporary as a whole if one of them is. */
export type RedirectChain = RedirectTarget & { redirects: number };

/**
 * Follows redirects of chains of any length. What was followed once is remembered, so all chains of a site together take linear time.
 * The answer is undefined for an address that doesn’t redirect, and null for one that leads into a loop.
 */
export function createChainReader(find: Find): (from: string) => RedirectChain | null | undefined {
  const known = new Map<string, RedirectChain | null>();
  return (from) => {
    const steps = new Map<string, RedirectTarget>();
    let chain: RedirectChain | null | undefined;
    for (let at: string | null = from; at !== null;) {
      chain = steps.has(at) ? null : known.get(at);
      const step: RedirectTarget | undefined = chain === undefined ? find(at) : undefined;
      if (!step) break;
      steps.set(at, step);
      at = getTargetPath(step.to);
    }
    for (const [address, step] of [...steps].reverse()) {
      chain = chain === null ? null : addStep(step, chain);
      known.set(address, chain);
    }
    return chain;
  };
}

function addStep({ to, status }: RedirectTarget, rest: RedirectChain | undefined): RedirectChain {
  if (!rest) return { to, status, redirects: 1 };
  const whole: RedirectStatus = status === 302 ? 302 : rest.status;
  return { to: rest.to, status: whole, redirects: rest.redirects + 1 };
}

/** The loops to which redirects lead from these addresses: the addresses of each in their order, each loop once. */
export function listLoops(starts: Iterable<string>, find: Find): string[][] {
  const walked = new Set<string>();
  const loops: string[][] = [];
  for (const start of starts) {
    const path: string[] = [];
    let at: string | null = start;
    while (at !== null && !walked.has(at)) {
      walked.add(at);
      path.push(at);
      at = getTargetPath(find(at)?.to ?? '');
    }
    const first = at === null ? -1 : path.indexOf(at);
    if (first !== -1) loops.push(path.slice(first));
  }
  return loops;
}
