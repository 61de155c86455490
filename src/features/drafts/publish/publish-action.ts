import type { ReactNode } from 'react';
import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';

/** One change of what readers have, as a button offers it. */
export type PublishAction<Fields> = {
  /** The label of the button: with dots when a dialog follows. */
  label: string;
  /** Names the dialog, and its own button. */
  confirmLabel: string;
  busyLabel: string;
  /** What will happen, for readers. */
  consequence: string;
  /** Readers see it afterwards, now or later: then it is worth a check. */
  isPublic: boolean;
  /** A new version of what is live: the dialog opens only when the checks found something. */
  isUpdate?: boolean;
  /** It can go live now or later: `at` is the chosen time, ISO 8601; `toChanges` sets another one. */
  schedule?: { at: string | null; toChanges: (at: string) => Partial<Fields> };
  /** No publish: it is done with the saved draft, and readers keep what they have. */
  run?: (id: number, version: number, note: string) => Promise<void>;
  /** The dialog asks for a few words, which `run` gets; `missing` is said where they have to be there. */
  note?: { label: string; maxLength: number; missing?: string };
  /** Fields that the action sets in the draft. */
  changes: Partial<Fields>;
};

/** Which pages are right at once, and how many follow in the background. */
export type PublishPlan = { paths: string[]; background_count: number };

/** The checks shown before the question. Null when they failed to load: they are advisory. */
export type PublishChecks = { warnings: CheckWarningJson[] | null; plan: PublishPlan | null };

export type PublishStep<Fields> =
  ({ kind: 'asking'; action: PublishAction<Fields> } & PublishChecks) | { kind: 'following'; result: ReactNode };

/** `result` is a dialog that follows the publish and shows its result; null when nothing has to be awaited. */
export type PublishResult = { revision: number; updatedAt: string; result: ReactNode | null };
