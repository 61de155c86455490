import type { RejectionReasonJson, RetiredReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

/** A reason of the screen: one that is offered, or a retired one. */
export type AnyReason = RejectionReasonJson | RetiredReasonJson;

export const isRetired = (reason: AnyReason): reason is RetiredReasonJson => 'retired_at' in reason;

/** A top-level category of OpenShelf. */
export type Category = { id: number; name: string };

export type CategoryText = { category_id: number; text: string };

/** The fields of a reason while they are edited. */
export type ReasonFields = { label: string; text: string; category_texts: CategoryText[] };

/** What is typed and not saved, and the time of the saved reason that it started from. */
export type ReasonDraft = ReasonFields & { basedOn: string };

export type ReasonDrafts = Record<number, ReasonDraft>;

const KEY = 'rejectionReasonDrafts';

export const toFields = ({ label, text, category_texts: texts }: AnyReason): ReasonFields => ({
  label,
  text,
  category_texts: texts.map(({ category_id, text: own }) => ({ category_id, text: own })),
});

const toComparable = ({ label, text, category_texts: texts }: ReasonFields): string =>
  JSON.stringify([
    label,
    text,
    texts.toSorted((a, b) => a.category_id - b.category_id).map((own) => [own.category_id, own.text]),
  ]);

/** Whether nothing differs; the order of the categories does not count. */
export const isSameText = (one: ReasonFields, other: ReasonFields): boolean =>
  toComparable(one) === toComparable(other);

/** What the author of a work in this category reads; null stands for every category without a text of its own. */
export function getAuthorText({ text, category_texts: texts }: ReasonFields, categoryId: number | null): string {
  const own = texts.find((each) => each.category_id === categoryId)?.text ?? '';
  return own.trim() === '' ? text : own;
}

type StoredDrafts = { userId: number; drafts: ReasonDrafts };

/** What this user typed in this tab and did not save, for example before a session ended. */
export function readDrafts(userId: number): ReasonDrafts {
  const stored = readStoredJson<StoredDrafts>('sessionStorage', KEY);
  return stored?.userId === userId ? stored.drafts : {};
}

export const storeDrafts = (userId: number, drafts: ReasonDrafts): void =>
  storeJson('sessionStorage', KEY, Object.keys(drafts).length > 0 ? { userId, drafts } : null);
