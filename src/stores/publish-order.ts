import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';

type State = Pick<PublishJson, 'status' | 'created_at'>;

const STAGES: Record<PublishJson['status'], number> = { queued: 0, rendering: 1, live: 2, failed: 2 };

/** Whether a state of a publish is from before a known one. One that is tried again begins anew; within one try it only goes on. */
export function isOlder(state: State, known: State): boolean {
  if (state.created_at !== known.created_at) return state.created_at < known.created_at;
  return STAGES[state.status] < STAGES[known.status];
}
