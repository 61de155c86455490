import type { FirstRunAnswers } from '#api/domain/first-run.ts';
import type { FirstRunJson } from '#api/features/first-run/first-run.contract.ts';

export type QuestionBodyProps = {
  loaded: FirstRunJson;
  answers: FirstRunAnswers;
  /** By the name of the field. */
  faults: ReadonlyMap<string, string>;
  onChange: (next: Partial<FirstRunAnswers>) => void;
};
