import { useMemo, useState } from 'react';
import { joinBlocks, splitBlocks } from './html-blocks.ts';
import { compareBlocks } from './diff.ts';
import type { DraftText } from '#src/features/drafts/draft-content.ts';
import { changedFields, type FieldWords } from './field-diff.ts';
import { type Choice, likelyChoice, mergeParts } from './three-way-merge.ts';

type Versions<Fields> = {
  mine: DraftText<Fields>;
  theirs: DraftText<Fields>;
  /** What both began with, when that is known. */
  base: DraftText<Fields> | null;
  wordsOf: FieldWords<Fields>;
};

export type Merge<Fields extends object> = ReturnType<typeof useMerge<Fields>>;

/** Two versions of a text, and what is taken of each. It begins with what only one side has changed. */
export function useMerge<Fields extends object>({ mine, theirs, base, wordsOf }: Versions<Fields>) {
  const fields = useMemo(() => changedFields(mine, theirs, wordsOf), [mine, theirs, wordsOf]);
  const parts = useMemo(
    () => compareBlocks(splitBlocks(mine.content), splitBlocks(theirs.content)),
    [mine.content, theirs.content],
  );
  const [takesTheirs, setTakesTheirs] = useState<ReadonlySet<keyof Fields>>(
    () => new Set(fields.filter(({ name }) => isSameValue(mine, base, name)).map(({ name }) => name)),
  );
  const [choices, setChoices] = useState<Choice[]>(() => {
    const known = base && splitBlocks(base.content);
    return parts.flatMap((part) => (part.isSame ? [] : [likelyChoice(part.before, part.after, known)]));
  });

  return {
    fields,
    takesTheirs: (name: keyof Fields) => takesTheirs.has(name),
    chooseField: (name: keyof Fields, theirsIt: boolean) =>
      setTakesTheirs((before) => withName(before, name, theirsIt)),
    parts,
    /** By the place among the parts that differ. */
    choiceOf: (place: number) => choices[place] ?? 'both',
    choosePart: (place: number, choice: Choice) =>
      setChoices((before) => before.map((old, at) => (at === place ? choice : old))),
    merged(): DraftText<Fields> {
      const taken = fields.filter(({ name }) => takesTheirs.has(name)).map(({ name }) => [name, theirs.fields[name]]);
      return {
        fields: { ...mine.fields, ...Object.fromEntries(taken) },
        content: joinBlocks(mergeParts(parts, choices)),
      };
    },
  };
}

const isSameValue = <Fields>(mine: DraftText<Fields>, base: DraftText<Fields> | null, name: keyof Fields) =>
  base !== null && JSON.stringify(mine.fields[name]) === JSON.stringify(base.fields[name]);

function withName<Name>(names: ReadonlySet<Name>, name: Name, isIn: boolean): Set<Name> {
  const next = new Set(names);
  if (isIn) next.add(name);
  else next.delete(name);
  return next;
}
