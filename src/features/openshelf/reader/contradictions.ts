import { type ReviewDecision, SAME_TEXT_PERCENT } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
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

/** What has to be said of a decision that is contradicted; lists know no comments. */
export type ContradictedDecision = Pick<
  PrecedentJson,
  'title' | 'decision' | 'same_text_percent' | 'same_text_basis'
> & { comments: string | null };

/** The decision on the same text that an approval from a list would contradict, or null. */
export function findContradicted({ same_text_as: other }: PublicationJson): ContradictedDecision | null {
  if (!other?.decision || other.decision === 'approved') return null;
  const { title, decision } = other;
  return { title, decision, comments: null, same_text_percent: 100, same_text_basis: 'equal' };
}
