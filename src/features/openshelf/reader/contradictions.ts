import { type ReviewDecision, SAME_TEXT_PERCENT } from '#api/domain/publication-states.ts';
import type { PrecedentJson } from '#api/features/openshelf/texts/texts.contract.ts';

export const isSameText = ({ same_text_percent: percent }: Pick<PrecedentJson, 'same_text_percent'>) =>
  percent !== null && percent >= SAME_TEXT_PERCENT;

/**
 * The earlier decisions on similar texts that a decision would contradict. An approval contradicts only what was decided on the same
 * text: that a text is rejected says little about others on its subject.
 */
export function listContradictions(similar: readonly PrecedentJson[], decision: ReviewDecision): PrecedentJson[] {
  if (decision === 'reject') return similar.filter((each) => each.decision === 'approved');
  if (decision === 'approve') return similar.filter((each) => each.decision !== 'approved' && isSameText(each));
  return [];
}
