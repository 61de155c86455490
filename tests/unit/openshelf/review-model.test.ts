import { describe, expect, it } from 'vitest';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import {
  editComments,
  EMPTY_DRAFT,
  formatSource,
  keepOffered,
  toggleReason,
} from '#src/features/openshelf/decisions/comment-draft.ts';
import { formatWait, isLongWait } from '#src/features/openshelf/waiting-time.ts';
import { findAppeal, findLastDecision } from '#src/features/openshelf/decisions/decision-words.ts';
import {
  appendPage,
  findNeighbour,
  findNextAfterDecision,
  refreshQueue,
} from '#src/features/openshelf/review/review-queue.ts';

const createReason = (id: number, text: string, fiction = ''): RejectionReasonJson => ({
  id,
  position: id,
  label: `Reason ${id}`,
  text,
  updated_at: '',
  category_texts: fiction ? [{ category_id: 1, category: 'Fiction', text: fiction }] : [],
});
const [advice, rights, other] = [
  createReason(1, 'General.', 'For fiction.'),
  createReason(2, 'Rights.'),
  createReason(3, ''),
];
const reasons = [advice, rights, other];
const toggle = (draft: Parameters<typeof toggleReason>[0], reason: RejectionReasonJson, category = 'Lifestyle') =>
  toggleReason(draft, { reason, reasons, category });

describe('the comments of a decision', () => {
  it('are the texts of the chosen reasons, in the wording of the category', () => {
    const draft = toggle(toggle(EMPTY_DRAFT, rights), advice);
    expect(draft).toEqual({ reasonIds: [2, 1], comments: 'Rights.\n\nGeneral.', isEdited: false });
    expect(formatSource(draft, reasons)).toBe('From reasons 2 and 1');
    expect(toggle(EMPTY_DRAFT, advice, 'Fiction').comments).toBe('For fiction.');
    expect(formatSource(toggle(EMPTY_DRAFT, advice), reasons)).toBe('From reason 1');
  });

  it('lose the text of a reason that is taken back', () => {
    expect(toggle(toggle(toggle(EMPTY_DRAFT, advice), rights), advice).comments).toBe('Rights.');
    expect(toggle(toggle(EMPTY_DRAFT, advice), advice)).toEqual(EMPTY_DRAFT);
  });

  it('are only added to once they are edited', () => {
    const typed = editComments(toggle(EMPTY_DRAFT, advice), 'General. And more.');
    const added = toggle(typed, rights);
    expect(added).toEqual({ reasonIds: [1, 2], comments: 'General. And more.\n\nRights.', isEdited: true });
    expect(formatSource(added, reasons)).toBe('Edited');
    expect(toggle(added, rights).comments).toBe('General. And more.');
    expect(toggle(added, advice).comments).toBe('General. And more.\n\nRights.');
    expect(toggle(toggle(typed, rights), other).comments).toBe('General. And more.\n\nRights.');
  });

  it('do not repeat a text that is in them', () => {
    expect(toggle(editComments(EMPTY_DRAFT, 'See: Rights.'), rights).comments).toBe('See: Rights.');
  });

  it('keep their words when a reason of theirs was retired, which is chosen no more', () => {
    const draft = toggle(toggle(EMPTY_DRAFT, advice), rights);
    expect(keepOffered(draft, [rights, other])).toEqual({ ...draft, reasonIds: [2] });
    expect(keepOffered(draft, reasons)).toBe(draft);
  });

  it('follow the reasons again once they are emptied', () => {
    const emptied = editComments(editComments(toggle(EMPTY_DRAFT, advice), 'x'), ' ');
    expect(toggle(emptied, rights).comments).toBe('General.\n\nRights.');
  });
});

const publication = (id: number, queuedAt: string) => ({ id, queued_at: queuedAt }) as PublicationJson;
const first = publication(1, '2026-11-01T00:00:00.000Z');
const second = publication(2, '2026-11-02T00:00:00.000Z');
const third = publication(3, '2026-11-03T00:00:00.000Z');
const fourth = publication(4, '2026-11-04T00:00:00.000Z');
const none = new Set<number>();
const getIds = (publications: readonly PublicationJson[]) => publications.map(({ id }) => id);

describe('the queue', () => {
  it('loses what others decided, and keeps what can be undone in its place', () => {
    const loaded = { publications: [first, fourth], total: 2 };
    const shown = [first, second, third, fourth];
    const options = { order: 'oldest', decidedIds: new Set([2]) } as const;
    expect(getIds(refreshQueue(shown, loaded, options))).toEqual([1, 2, 4]);
  });

  it('keeps what is beyond the first page', () => {
    const shown = [first, second, third, fourth];
    expect(
      getIds(refreshQueue(shown, { publications: [second, third], total: 3 }, { order: 'oldest', decidedIds: none })),
    ).toEqual([2, 3, 4]);
    expect(
      getIds(
        refreshQueue(
          shown.toReversed(),
          { publications: [fourth, third], total: 4 },
          { order: 'newest', decidedIds: none },
        ),
      ),
    ).toEqual([4, 3, 2, 1]);
  });

  it('gets each publication of a later page once', () => {
    expect(getIds(appendPage([first, second], [second, third], 'oldest'))).toEqual([1, 2, 3]);
  });

  it('knows the neighbours that can be opened', () => {
    const all = [first, second, third];
    const canOpen = ({ id }: PublicationJson) => id !== 2;
    expect(findNeighbour(all, 1, { step: 1, canOpen })).toBe(third);
    expect(findNeighbour(all, 3, { step: -1, canOpen })).toBe(first);
    expect(findNeighbour(all, 3, { step: 1, canOpen })).toBeNull();
    expect(findNeighbour(all, null, { step: 1, canOpen })).toBe(first);
    expect(findNeighbour(all, null, { step: -1, canOpen })).toBeNull();
  });

  it('goes back to its beginning after the last one', () => {
    const all = [first, second, third];
    expect(findNextAfterDecision(all, 3, ({ id }) => id !== 3)).toBe(first);
    expect(findNextAfterDecision(all, 3, ({ id }) => id === 3)).toBeNull();
  });

  it.each([
    ['2026-11-22T09:59:50.000Z', '1 minute'],
    ['2026-11-22T09:18:00.000Z', '42 minutes'],
    ['2026-11-22T09:00:00.000Z', '1 hour'],
    ['2026-11-21T10:00:00.000Z', '1 day'],
    ['2026-11-18T10:00:00.000Z', '4 days'],
    ['2026-11-23T10:00:00.000Z', '1 minute'],
  ])('says how long one has waited since %s: %s', (queuedAt, expected) => {
    const now = Date.parse('2026-11-22T10:00:00.000Z');
    expect(formatWait(queuedAt, now)).toBe(expected);
    expect(isLongWait(queuedAt, now)).toBe(expected === '4 days');
  });
});

describe('the history', () => {
  type History = Parameters<typeof findLastDecision>[0];
  const history = (...moves: string[]) =>
    moves.map((move, at) => ({
      id: at,
      move: move.replace('!', ''),
      is_undone: move.endsWith('!'),
    })) as History[number][];

  it('gives the last decision that was not undone', () => {
    expect(findLastDecision(history('approve', 'reject!', 'undo', 'withdraw'))?.id).toBe(0);
    expect(findLastDecision(history('create', 'submit'))).toBeNull();
  });

  it('gives the appeal with the decision before it', () => {
    const entries = history('reject', 'appeal', 'request_changes', 'appeal');
    expect(findAppeal({ is_appeal: true, history: entries })).toEqual({ appeal: entries[3], decision: entries[2] });
    expect(findAppeal({ is_appeal: true, history: history('ai_reject', 'appeal') })?.decision).toBeNull();
    expect(findAppeal({ is_appeal: false, history: entries })).toBeNull();
  });
});
