import { useMemo, useState } from 'react';
import { joinBlocks, splitBlocks } from './html-blocks.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import { diffFields, type FieldFormatter } from './field-diff.ts';
import { type MergeChoice, mergeBlocks, mergeParts, suggestChoice } from './three-way-merge.ts';

type MergeInput<Fields> = {
  mine: DraftContent<Fields>;
  theirs: DraftContent<Fields>;
  /** What both began with, when that is known. */
  base: DraftContent<Fields> | null;
  formatFields: FieldFormatter<Fields>;
};

export type ThreeWayMerge<Fields extends object> = ReturnType<typeof useThreeWayMerge<Fields>>;

/** Two versions of a text, and the choices between them. Changes of only one side are taken as they are. */
export function useThreeWayMerge<Fields extends object>({ mine, theirs, base, formatFields }: MergeInput<Fields>) {
  const fields = useMemo(() => diffFields(mine, theirs, formatFields), [mine, theirs, formatFields]);
  const parts = useMemo(
    () => mergeBlocks(base && splitBlocks(base.content), splitBlocks(mine.content), splitBlocks(theirs.content)),
    [mine.content, theirs.content, base],
  );
  const [takesTheirs, setTakesTheirs] = useState<ReadonlySet<keyof Fields>>(
    () => new Set(fields.filter(({ name }) => isSameValue(mine, base, name)).map(({ name }) => name)),
  );
  const [choices, setChoices] = useState<MergeChoice[]>(() =>
    parts.flatMap((part) => (part.isSame ? [] : [suggestChoice(part, base !== null)])),
  );

  return {
    fields,
    /** Both changed the same block or field; not known without a base. */
    isSamePlace:
      base !== null &&
      (parts.some((part) => !part.isSame) || fields.some(({ name }) => isChangedByBoth({ mine, theirs, base, name }))),
    takesTheirs: (name: keyof Fields) => takesTheirs.has(name),
    chooseField: (name: keyof Fields, isTheirs: boolean) =>
      setTakesTheirs((before) => toggleName(before, name, isTheirs)),
    parts,
    /** By the place among the parts that differ. */
    getChoice: (index: number) => choices[index] ?? 'both',
    choosePart: (index: number, choice: MergeChoice) =>
      setChoices((before) => before.map((old, at) => (at === index ? choice : old))),
    merged(): DraftContent<Fields> {
      const chosenFields = fields
        .filter(({ name }) => takesTheirs.has(name))
        .map(({ name }) => [name, theirs.fields[name]]);
      return {
        fields: { ...mine.fields, ...Object.fromEntries(chosenFields) },
        content: joinBlocks(mergeParts(parts, choices)),
      };
    },
  };
}

const isSameValue = <Fields>(mine: DraftContent<Fields>, base: DraftContent<Fields> | null, name: keyof Fields) =>
  base !== null && JSON.stringify(mine.fields[name]) === JSON.stringify(base.fields[name]);

type FieldVersions<Fields> = Record<'mine' | 'theirs' | 'base', DraftContent<Fields>> & { name: keyof Fields };

const isChangedByBoth = <Fields>({ mine, theirs, base, name }: FieldVersions<Fields>) =>
  !isSameValue(mine, base, name) && !isSameValue(theirs, base, name);

function toggleName<Name>(names: ReadonlySet<Name>, name: Name, isIn: boolean): Set<Name> {
  const next = new Set(names);
  if (isIn) next.add(name);
  else next.delete(name);
  return next;
}
