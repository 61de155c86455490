import { formatList } from '#api/domain/lists.ts';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';

/** The comments of a decision that is not made yet. `isEdited`: someone typed in them, so they are only added to. */
export type CommentDraft = { reasonIds: readonly number[]; comments: string; isEdited: boolean };

export const EMPTY_DRAFT: CommentDraft = { reasonIds: [], comments: '', isEdited: false };

/** What the author reads for a reason: its wording for the top-level category, else the general one. */
export const getReasonText = ({ text, category_texts: texts }: RejectionReasonJson, category: string): string =>
  (texts.find((each) => each.category === category)?.text || text).trim();

type Toggle = { reason: RejectionReasonJson; reasons: readonly RejectionReasonJson[]; category: string };

/**
 * Chooses a reason, or takes it back. Its text is part of the comments; in edited ones it is appended, and removed only
 * where it still stands word for word as a paragraph.
 */
export function toggleReason(draft: CommentDraft, { reason, reasons, category }: Toggle): CommentDraft {
  const isChosen = draft.reasonIds.includes(reason.id);
  const reasonIds = isChosen ? draft.reasonIds.filter((id) => id !== reason.id) : [...draft.reasonIds, reason.id];
  const text = getReasonText(reason, category);
  if (draft.isEdited) {
    const comments = isChosen ? removeParagraph(draft.comments, text) : appendParagraph(draft.comments, text);
    return { ...draft, reasonIds, comments, isEdited: comments !== '' };
  }
  const chosen = reasonIds.flatMap((id) => reasons.find((each) => each.id === id) ?? []);
  const texts = chosen.map((each) => getReasonText(each, category)).filter(Boolean);
  return { reasonIds, comments: texts.join('\n\n'), isEdited: false };
}

/** The draft without reasons that are not offered any more, which no decision may name. */
export function keepOffered(draft: CommentDraft, reasons: readonly RejectionReasonJson[]): CommentDraft {
  const reasonIds = draft.reasonIds.filter((id) => reasons.some((reason) => reason.id === id));
  return reasonIds.length === draft.reasonIds.length ? draft : { ...draft, reasonIds };
}

/** What was typed stays, whatever is chosen afterwards; emptied comments follow the reasons again. */
export const editComments = (draft: CommentDraft, comments: string): CommentDraft => ({
  ...draft,
  comments,
  isEdited: comments.trim() !== '',
});

function appendParagraph(comments: string, text: string): string {
  if (text === '' || comments.includes(text)) return comments;
  return [comments.trimEnd(), text].filter(Boolean).join('\n\n');
}

function removeParagraph(comments: string, text: string): string {
  const paragraphs = comments.split('\n\n');
  const at = paragraphs.findIndex((paragraph) => paragraph.trim() === text);
  return at < 0 || text === '' ? comments : paragraphs.toSpliced(at, 1).join('\n\n');
}

/** Where the comments come from: 'From reason 1', 'From reasons 1 and 3', 'Edited'; empty without any. */
export function formatSource(draft: CommentDraft, reasons: readonly RejectionReasonJson[]): string {
  if (draft.comments === '') return '';
  if (draft.isEdited) return 'Edited';
  const positions = draft.reasonIds.flatMap((id) => reasons.find((each) => each.id === id)?.position ?? []).map(String);
  return `From ${positions.length > 1 ? 'reasons' : 'reason'} ${formatList(positions)}`;
}
