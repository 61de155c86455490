/**
 * The most processor time that this thread has used between two turns of its event loop while something ran (ms). Time of the processor, not of the clock: on a
 * busy machine the thread waits for its turn, which is no fault of the code.
 */
export async function measureLongestTurn(act: () => Promise<unknown>): Promise<number> {
  const state = { longest: 0, isOver: false, before: process.threadCpuUsage() };
  const watch = () => {
    const { user, system } = process.threadCpuUsage(state.before);
    state.longest = Math.max(state.longest, (user + system) / 1_000);
    state.before = process.threadCpuUsage();
    if (!state.isOver) setImmediate(watch);
  };
  setImmediate(watch);
  try {
    await act();
    // The turn up to the end of the act counts, too.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    state.isOver = true;
  }
  return state.longest;
}
