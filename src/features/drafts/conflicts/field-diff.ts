import type { DraftContent } from '#src/features/drafts/draft-content.ts';

/** How the fields of a post or a document read in a comparison: one line for each, its name and its value in words. */
export type FieldFormatter<Fields> = (fields: Fields) => { [Name in keyof Fields]: { label: string; value: string } };

export type FieldChange<Fields> = { name: keyof Fields; label: string; before: string; after: string };

/** The fields in which two texts differ. */
export function diffFields<Fields extends object>(
  before: DraftContent<Fields>,
  after: DraftContent<Fields>,
  formatFields: FieldFormatter<Fields>,
): FieldChange<Fields>[] {
  const [previous, current] = [formatFields(before.fields), formatFields(after.fields)];
  return (Object.keys(current) as (keyof Fields)[]).flatMap((name) => {
    const isSame = JSON.stringify(before.fields[name]) === JSON.stringify(after.fields[name]);
    return isSame
      ? []
      : [{ name, label: current[name].label, before: previous[name].value, after: current[name].value }];
  });
}
