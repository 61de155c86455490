import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';

type State = Pick<PublishJson, 'status' | 'created_at'>;

const STATUS_ORDER: Record<PublishJson['status'], number> = { queued: 0, rendering: 1, live: 2, failed: 2 };

/** Whether a state of a publish is older than a known one. A retry starts again; within one attempt the state only advances. */
export function isStalePublish(state: State, known: State): boolean {
  if (state.created_at !== known.created_at) return state.created_at < known.created_at;
  return STATUS_ORDER[state.status] < STATUS_ORDER[known.status];
}
