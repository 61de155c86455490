import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { SimilarDecisionJson } from '#api/features/openshelf/publications/publications.contract.ts';
type Props = { decisions: readonly SimilarDecisionJson[]; chosen: ReviewDecision | null };
export const SimilarDecisions = ({ decisions, chosen }: Props) => <p>{decisions.length + (chosen ?? '')}</p>;
