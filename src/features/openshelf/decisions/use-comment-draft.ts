import { useEffect, useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { type CommentDraft, EMPTY_DRAFT } from './comment-draft.ts';

type Version = Pick<PublicationJson, 'id' | 'version_number'>;

const toKey = ({ id, version_number: version }: Version) => `review-comments-${id}-v${version}`;
export const forgetCommentDraft = (publication: Version) => storeJson('sessionStorage', toKey(publication), null);

/** The comments that are typed for a version; they survive leaving it, a refused decision and a reload of the page. */
export function useCommentDraft(publication: Version | null) {
  const key = publication && toKey(publication);
  const [shown, setShown] = useState<{ key: string | null; draft: CommentDraft }>({ key: null, draft: EMPTY_DRAFT });
  const draft = shown.key === key ? shown.draft : readDraft(key);
  useEffect(() => setShown({ key, draft: readDraft(key) }), [key]);
  const change = (next: CommentDraft) => {
    if (key === null) return;
    setShown({ key, draft: next });
    storeJson('sessionStorage', key, next.comments === '' && next.reasonIds.length === 0 ? null : next);
  };
  return { draft, change };
}

const readDraft = (key: string | null): CommentDraft =>
  (key === null ? null : readStoredJson<CommentDraft>('sessionStorage', key)) ?? EMPTY_DRAFT;
