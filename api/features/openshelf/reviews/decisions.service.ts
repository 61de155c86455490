import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type {
  bulkActionRequest,
  bulkDecisionResponse,
  decisionResponse,
  undoDecisionResponse,
} from './reviews.contract.ts';

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'openshelfWebhooks'>;
export type DecisionRequest = {
  id: number;
  decision: ReviewDecision;
  comments?: string | null | undefined;
  reason_ids?: number[] | undefined;
};

export async function decidePublication(
  _deps: DecideDeps,
  _request: DecisionRequest,
  _userId: number,
): Promise<z.infer<typeof decisionResponse>> {
  throw new Error('decidePublication is not built yet.');
}

export async function decideMany(
  _deps: DecideDeps,
  _request: z.infer<typeof bulkActionRequest>,
  _userId: number,
): Promise<z.infer<typeof bulkDecisionResponse>> {
  throw new Error('decideMany is not built yet.');
}

export async function undoDecision(
  _deps: DecideDeps,
  _undoId: string,
  _userId: number,
): Promise<z.infer<typeof undoDecisionResponse>> {
  throw new Error('undoDecision is not built yet.');
}
