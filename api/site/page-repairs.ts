import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks at a page that is rendered again (ms). */
const POLL_MS = 100;

type Options = {
  /** Has the page at a path rendered again. */
  request: (path: string) => void;
  /** Whether the bytes of a path are whole by now. */
  isWhole: (path: string) => Promise<boolean>;
  /** How long visitors wait for a page (ms). */
  limitMs: number;
};

/** Lets visitors of a page whose bytes were lost, as after a restore, wait until it is rendered again: one repair for all of them. */
export class PageRepairs {
  readonly #options: Options;
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** True once the page is whole; false when that takes longer than the limit. */
  wait(path: string): Promise<boolean> {
    const known = this.#underWay.get(path);
    if (known) return known;
    const repair = this.#repair(path).finally(() => this.#underWay.delete(path));
    this.#underWay.set(path, repair);
    return repair;
  }

  async #repair(path: string): Promise<boolean> {
    const { request, isWhole, limitMs } = this.#options;
    const deadline = performance.now() + limitMs;
    request(path);
    while (performance.now() < deadline) {
      await sleep(POLL_MS);
      if (await isWhole(path)) return true;
    }
    return false;
  }
}
