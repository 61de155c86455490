import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { type CommentDraft, EMPTY_DRAFT } from './comment-draft.ts';

type Version = Pick<PublicationJson, 'id' | 'version_number'>;

/** Where the reasons and comments for a version are stored until they are sent. */
export const toDraftKey = ({ id, version_number: version }: Version) => `review-comments-${id}-v${version}`;
/** Where those of the dialog that rejects several are. */
export const BULK_DRAFT_KEY = 'review-comments-bulk';

/** Drafts that were sent, by their key: an undo puts them back. */
export type SentDrafts = Readonly<Record<string, CommentDraft>>;

/** Rises when drafts were removed or put back: what is open reads them again. */
const $revision = atom(0);

const isEmpty = ({ comments, reasonIds }: CommentDraft) => comments === '' && reasonIds.length === 0;
const storeDraft = (key: string, draft: CommentDraft) =>
  storeJson('sessionStorage', key, isEmpty(draft) ? null : draft);

export const readDraft = (key: string): CommentDraft =>
  readStoredJson<CommentDraft>('sessionStorage', key) ?? EMPTY_DRAFT;

/** Whether reasons were chosen, or comments written, that are not sent yet. */
export const hasDraft = (publication: Version) => !isEmpty(readDraft(toDraftKey(publication)));

/** Removes drafts, because their decision was made. */
export function takeDrafts(keys: readonly string[]): SentDrafts {
  const drafts = keys.map((key) => [key, readDraft(key)] as const).filter(([, draft]) => !isEmpty(draft));
  for (const [key] of drafts) storeJson('sessionStorage', key, null);
  $revision.set($revision.get() + 1);
  return Object.fromEntries(drafts);
}

/** Stores drafts again, because their decision was undone; not over what was written since. */
export function putBackDrafts(drafts: SentDrafts): void {
  for (const [key, draft] of Object.entries(drafts)) if (isEmpty(readDraft(key))) storeDraft(key, draft);
  $revision.set($revision.get() + 1);
}

/** A draft of this tab; it survives a closed dialog, another page, a refused decision and a reload. Null has none. */
export function useCommentDraft(key: string | null) {
  const revision = useStore($revision);
  const read = () => ({ key, revision, draft: key === null ? EMPTY_DRAFT : readDraft(key) });
  const [shown, setShown] = useState(read);
  const { draft } = shown.key === key && shown.revision === revision ? shown : read();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft, or the same one after it was changed elsewhere
  useEffect(() => setShown(read), [key, revision]);
  const change = (next: CommentDraft) => {
    if (key === null) return;
    setShown({ key, revision, draft: next });
    storeDraft(key, next);
  };
  return { draft, change };
}
