import type { PrecedentJson, SharedTextJson } from '#api/features/openshelf/texts/texts.contract.ts';

/** What another text has of this one: 'All of this text', '93% of this text', '93% of the beginning'. */
function formatExtent({ percent, basis }: { percent: number; basis: SharedTextJson['same_text_basis'] }): string {
  const share = percent === 100 ? 'all' : `${percent}%`;
  return basis === 'beginning' ? `${share} of the beginning` : `${share} of this text`;
}

/** What is said beside another text; null below half, which may be the words of any two works on one subject. */
export function formatSharedText({
  same_text_percent: percent,
  same_text_basis: basis,
}: SharedTextJson): string | null {
  if (basis === 'equal') return 'Same text';
  if (percent === null || percent < 50) return null;
  const extent = formatExtent({ percent, basis });
  return `${extent.charAt(0).toUpperCase()}${extent.slice(1)}`;
}

/** '‘Cures They Hide’ has the same text and was rejected.' */
export function formatSameText({
  title,
  decision,
  same_text_percent: percent,
  same_text_basis: basis,
}: SharedTextJson & Pick<PrecedentJson, 'title' | 'decision'>): string {
  const has = basis === 'equal' || percent === null ? 'the same text' : formatExtent({ percent, basis });
  return `‘${title}’ has ${has} and ${decision === 'rejected' ? 'was rejected' : 'was sent back for changes'}.`;
}
