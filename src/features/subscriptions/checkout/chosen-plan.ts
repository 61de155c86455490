import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

const KEY = 'chosenPlan';

/** The plan that was chosen in this tab: bought after sign-in without another press. */
export const rememberChosenPlan = (planName: string) => storeJson('sessionStorage', KEY, planName);

/** True once for the plan that was chosen. */
export function takeChosenPlan(planName: string): boolean {
  const isChosen = readStoredJson('sessionStorage', KEY) === planName;
  storeJson('sessionStorage', KEY, null);
  return isChosen;
}
