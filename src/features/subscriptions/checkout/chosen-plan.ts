import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

const CHOSEN_KEY = 'chosenPlan';
const STARTED_KEY = 'startedPlan';

/** The plan that a visitor chose in this tab: after sign-in it is bought without another press. */
export const rememberChosenPlan = (planName: string) => storeJson('sessionStorage', CHOSEN_KEY, planName);

export const takeChosenPlan = () => take(CHOSEN_KEY);

/** The plan whose checkout was opened in this tab: where that fails, the page after it leads back to the plan. */
export const rememberStartedPlan = (planName: string) => storeJson('sessionStorage', STARTED_KEY, planName);

export const takeStartedPlan = () => take(STARTED_KEY);

/** A value that is used once. */
function take(key: string): string | null {
  const value = readStoredJson<string>('sessionStorage', key);
  storeJson('sessionStorage', key, null);
  return value;
}
