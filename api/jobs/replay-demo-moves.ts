import { canMove, moveRules, type PublicationMove } from '#api/domain/publication-states.ts';
import type { publicationHistory, publications, publicationVersions } from '#db/schema/index.ts';
import type { DemoDecision, DemoVersion } from '#db/seed/openshelf/demo-work.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AI_MOVES = { approved: 'ai_approve', rejected: 'ai_reject', needs_review: 'ai_pass_on' } as const;

type PublicationValues = typeof publications.$inferInsert;
type AiValues = Pick<PublicationValues, 'aiDecision' | 'aiConfidence' | 'aiComments'>;
type State = Required<Pick<PublicationValues, 'status'>> & Partial<PublicationValues> & { updatedAt: number };
export type DemoHistory = typeof publicationHistory.$inferInsert;
type VersionState = Pick<typeof publicationVersions.$inferInsert, 'number' | 'createdAt' | 'submittedAt'> & AiValues;
type Context = { publicationId: number; now: number; reviewerIds: Record<DemoDecision['by'], number> };

/** Makes a move so much later. Returns whether the version stops there. */
type Step = (move: PublicationMove, afterMs: number, entry?: Partial<DemoHistory>) => boolean;

/** The moves of a publication’s versions, one by one, as the state machine allows them: its state, versions and history. */
export function replayDemoMoves(demoVersions: readonly DemoVersion[], { publicationId, now, reviewerIds }: Context) {
  const state: State = { status: 'DRAFT', updatedAt: now };
  const history: DemoHistory[] = [];
  const versions: VersionState[] = [];
  let ai: AiValues = {};

  const move = (name: PublicationMove, at: number, entry: Partial<DemoHistory> = {}) => {
    const isFirst = history.length === 0;
    if (!isFirst && !canMove(name, state.status)) throw new Error(`Demo: no ${name} from ${state.status}.`);
    const { to, actor } = moveRules[name];
    const { aiDecision, aiConfidence } = ai;
    history.push({
      publicationId,
      versionNumber: versions.length,
      move: name,
      fromStatus: isFirst ? null : state.status,
      toStatus: to,
      actor,
      aiDecision,
      aiConfidence,
      at,
      ...entry,
    });
    Object.assign(state, { status: to, updatedAt: at, versionNumber: versions.length });
    if (to === 'ADMIN_REVIEWING') state.queuedAt = at;
  };

  for (const version of demoVersions) {
    const createdAt = Math.round(now - version.daysAgo * DAY_MS);
    state.createdAt ??= createdAt;
    const row: VersionState = { number: versions.length + 1, createdAt };
    versions.push(row);
    ai = {};
    replay(version, row);
    Object.assign(state, { submittedAt: row.submittedAt, ...ai });
    Object.assign(row, ai);
  }
  return { state, versions, history };

  function replay(version: DemoVersion, row: VersionState): void {
    let at = row.createdAt;
    const step: Step = (name, afterMs, entry) => {
      at += afterMs;
      move(name, at, entry);
      return version.stopsAt === name;
    };
    if (step(row.number === 1 ? 'create' : 'revise', 0)) return;
    row.submittedAt = at + 20 * MINUTE_MS;
    if (step('submit', 20 * MINUTE_MS) || step('start_ai_review', MINUTE_MS) || !version.ai) return;
    const [aiDecision, aiConfidence, aiComments] = version.ai;
    ai = { aiDecision, aiConfidence, aiComments };
    if (step(AI_MOVES[aiDecision], 3 * MINUTE_MS, { comments: aiComments })) return;
    if (aiDecision === 'approved') step('queue_for_review', 0);
    const steps = [() => decide(version, step), () => appeal(version, step)];
    for (const next of aiDecision === 'rejected' ? steps.reverse() : steps) next();
    if (version.isPublished) {
      step('publish', 2 * MINUTE_MS);
      Object.assign(state, { shelfVersion: row.number, shelfUpdatedAt: at, publishedAt: state.publishedAt ?? at });
    }
    if (version.withdrawnAfterHours !== undefined) {
      step('withdraw', version.withdrawnAfterHours * HOUR_MS);
      Object.assign(state, { shelfVersion: null, shelfUpdatedAt: at });
    }
  }

  function decide({ decision }: DemoVersion, step: Step) {
    if (!decision) return;
    const { by, move: name, afterHours, comments = null, reasons } = decision;
    // The reasons of a new database have their positions as ids.
    step(name, afterHours * HOUR_MS, { userId: reviewerIds[by], comments, ...(reasons && { reasonIds: reasons }) });
    const decided = { decidedAt: state.updatedAt, decidedBy: reviewerIds[by], excludedReviewerId: null };
    Object.assign(state, { ...decided, areChangesRequested: name === 'request_changes' });
  }

  function appeal(version: DemoVersion, step: Step) {
    if (!version.appeal) return;
    step('appeal', version.appeal.afterHours * HOUR_MS, { comments: version.appeal.text });
    state.excludedReviewerId = state.decidedBy ?? null;
  }
}
