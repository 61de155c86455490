import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

const KEY = 'startedPlan';

/** The plan whose checkout was opened in this tab: where that fails, the page after it leads back to the plan. */
export const rememberStartedPlan = (planName: string) => storeJson('sessionStorage', KEY, planName);

/** It is used once. */
export function takeStartedPlan(): string | null {
  const planName = readStoredJson<string>('sessionStorage', KEY);
  storeJson('sessionStorage', KEY, null);
  return planName;
}
