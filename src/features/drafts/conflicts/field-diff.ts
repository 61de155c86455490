import type { DraftText } from '#src/features/drafts/draft-content.ts';

/** How the fields of a post or a document read in a comparison: one line for each, its name and its value in words. */
export type FieldWords<Fields> = (fields: Fields) => { [Name in keyof Fields]: { label: string; value: string } };

export type FieldChange<Fields> = { name: keyof Fields; label: string; before: string; after: string };

/** The fields in which two texts differ. */
export function changedFields<Fields extends object>(
  before: DraftText<Fields>,
  after: DraftText<Fields>,
  wordsOf: FieldWords<Fields>,
): FieldChange<Fields>[] {
  const [old, now] = [wordsOf(before.fields), wordsOf(after.fields)];
  return (Object.keys(now) as (keyof Fields)[]).flatMap((name) => {
    const isSame = JSON.stringify(before.fields[name]) === JSON.stringify(after.fields[name]);
    return isSame ? [] : [{ name, label: now[name].label, before: old[name].value, after: now[name].value }];
  });
}
