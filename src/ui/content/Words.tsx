import { Fragment } from 'react';
import type { WordPart } from '#api/domain/text-diff.ts';
import { withKeys } from '#src/lib/with-keys.ts';

/** A comparison by words: deletions and insertions are marked. */
export const Words = ({ parts }: { parts: readonly WordPart[] }) =>
  withKeys(parts).map(({ key, item: { kind, text } }) => {
    if (kind === 'removed') return <del key={key}>{text}</del>;
    if (kind === 'added') return <ins key={key}>{text}</ins>;
    return <Fragment key={key}>{text}</Fragment>;
  });
