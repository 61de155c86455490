import type { AiDecision, PublicationFormat, PublicationMove, ReviewDecision } from '#api/domain/publication-states.ts';

/** A decision of one of the demo’s admins. `reasons`: positions of the chosen reasons. */
export type DemoDecision = {
  by: 'aroha' | 'tom';
  move: ReviewDecision;
  /** After it came into the queue. */
  afterHours: number;
  comments?: string;
  reasons?: number[];
};

export type DemoVersion = {
  /** When it was sent and submitted. */
  daysAgo: number;
  /** The last move before a decision, where it did not come to one. */
  stopsAt?: Extract<PublicationMove, 'create' | 'revise' | 'submit' | 'start_ai_review' | 'ai_approve'>;
  ai?: [decision: AiDecision, confidence: number, comments: string];
  decision?: DemoDecision;
  /** What the author wrote against the decision, or the AI’s. */
  appeal?: { afterHours: number; text: string };
  /** The service put it on the shelf right after the approval. */
  isPublished?: boolean;
  withdrawnAfterHours?: number;
};

export type DemoWork = {
  title: string;
  author: string;
  bio: string;
  description: string;
  /** The slug of a subcategory. */
  category: string;
  /** With HTML it has a text for each version: that of the current one in `<slug>.html`, that of version 1 before it in `<slug>-1.html`. */
  formats: readonly PublicationFormat[];
  versions: readonly DemoVersion[];
};

type PublishedInput = Omit<DemoWork, 'formats' | 'versions'> & {
  formats?: readonly PublicationFormat[];
  daysAgo: number;
  by: DemoDecision['by'];
  confidence: number;
  /** The decision on version 1, when the published one is version 2. */
  changes?: Pick<DemoDecision, 'comments' | 'reasons'>;
};

/** A work on the shelf: approved at once, or with the second version. */
export function toPublishedWork({ daysAgo, by, confidence, changes, ...work }: PublishedInput): DemoWork {
  const ai: DemoVersion['ai'] = ['approved', confidence, 'Original, well edited, and in the right category.'];
  const decision: DemoDecision = { by, move: 'approve', afterHours: 20 };
  const first: DemoVersion[] = changes
    ? [
        {
          daysAgo: daysAgo + 6,
          ai: ['needs_review', 0.61, 'Two passages need a person to look at them.'],
          decision: { ...changes, by, move: 'request_changes', afterHours: 26 },
        },
      ]
    : [];
  return {
    formats: ['html', 'epub', 'pdf'],
    ...work,
    versions: [...first, { daysAgo, ai, decision, isPublished: true }],
  };
}
