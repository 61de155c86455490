import { useMemo, useState } from 'react';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import { Button } from '#src/components/ui/Button.tsx';
import { Modal } from '#src/components/ui/Modal.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { wordsOfError } from '#src/lib/api-client.ts';
import { momentOf } from '#src/lib/moment.ts';
import { joinBlocks, splitBlocks } from './blocks.ts';
import { SameBlocks } from './Comparison.tsx';
import { compareBlocks, numbered } from './compare.ts';
import { FieldChoice, PartChoice } from './ConflictChoice.tsx';
import type { DraftText } from './draft-text.ts';
import { changedFields, type FieldWords } from './field-words.ts';
import { type Choice, likelyChoice, mergeParts } from './merge.ts';

type Props<Fields> = {
  isOpen: boolean;
  mine: () => DraftText<Fields>;
  theirs: DraftJson<Fields>;
  base: DraftText<Fields> | null;
  wordsOf: FieldWords<Fields>;
  /** Saves the choice; throws what stands in the way. */
  onChoose: (mine: DraftText<Fields>, chosen: DraftText<Fields>) => Promise<void>;
  onClose: () => void;
};

/** Two versions of one text, side by side, to take one or to merge them. Neither is lost, whatever is chosen. */
export function ConflictDialog<Fields extends object>({ isOpen, onClose, ...rest }: Props<Fields>) {
  return (
    <Modal isOpen={isOpen} title="Somebody else saved another version" isWide onClose={onClose}>
      <Choosing key={rest.theirs.version} {...rest} />
    </Modal>
  );
}

function Choosing<Fields extends object>(props: Omit<Props<Fields>, 'isOpen' | 'onClose'>) {
  const { theirs, base, wordsOf } = props;
  const [mine] = useState(props.mine);
  const [busy, setBusy] = useState<Choice | null>(null);
  const [error, setError] = useState<string | null>(null);
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

  const merged = (): DraftText<Fields> => {
    const chosen = fields.filter(({ name }) => takesTheirs.has(name)).map(({ name }) => [name, theirs.fields[name]]);
    return {
      fields: { ...mine.fields, ...Object.fromEntries(chosen) },
      content: joinBlocks(mergeParts(parts, choices)),
    };
  };
  const choose = async (what: Choice) => {
    setBusy(what);
    setError(null);
    try {
      const { fields: theirFields, content } = theirs;
      await props.onChoose(
        mine,
        what === 'mine' ? mine : what === 'theirs' ? { fields: theirFields, content } : merged(),
      );
    } catch (cause) {
      setError(wordsOfError(cause));
      setBusy(null);
    }
  };
  const button = (what: Choice, label: string) => (
    <Button
      variant={what === 'both' ? 'primary' : 'secondary'}
      isBusy={busy === what}
      busyLabel="Saving..."
      aria-disabled={busy !== null || undefined}
      onClick={() => void choose(what)}
    >
      {label}
    </Button>
  );

  let differing = -1;
  return (
    <>
      <p>
        {theirs.user?.name ?? 'Somebody'} saved on {momentOf(theirs.updated_at)}, while you were writing. Choose below,
        place by place, or take one version as a whole. Both stay in the revisions.
      </p>
      <div className="conflict">
        {fields.map((field) => (
          <FieldChoice
            key={String(field.name)}
            field={field}
            takesTheirs={takesTheirs.has(field.name)}
            onChoose={(theirsIt) => setTakesTheirs((before) => withName(before, field.name, theirsIt))}
          />
        ))}
        {numbered(parts).map(({ key, item: part }) => {
          if (part.isSame) return <SameBlocks key={key} part={part} />;
          differing += 1;
          const place = differing;
          return (
            <PartChoice
              key={key}
              part={part}
              place={place + 1}
              choice={choices[place] ?? 'both'}
              onChoose={(choice) => setChoices((before) => before.map((old, at) => (at === place ? choice : old)))}
            />
          );
        })}
      </div>
      {error && <Notice tone="error">{error}</Notice>}
      <div className="form-actions conflict-actions">
        {button('both', 'Save the merged text')}
        {button('mine', 'Take mine')}
        {button('theirs', 'Take theirs')}
      </div>
    </>
  );
}

const isSameValue = <Fields,>(mine: DraftText<Fields>, base: DraftText<Fields> | null, name: keyof Fields) =>
  base !== null && JSON.stringify(mine.fields[name]) === JSON.stringify(base.fields[name]);

function withName<Name>(names: ReadonlySet<Name>, name: Name, isIn: boolean): Set<Name> {
  const next = new Set(names);
  if (isIn) next.add(name);
  else next.delete(name);
  return next;
}
