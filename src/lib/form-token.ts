import type { RoutePath, RouteResponse } from './api-types.ts';

const PATH = '/api/auth/form-token' satisfies RoutePath<'get'>;
/** The server takes a form for a machine's when it comes sooner than this after it was opened, milliseconds. */
const FORM_AGE_MS = 1_000;

/**
 * The signed time of a form that a person has opened; comes when the server takes it. Null when it cannot be had: then
 * there is a smaller budget, not a closed door.
 */
export async function fetchFormToken(): Promise<string | null> {
  try {
    const response = await fetch(PATH);
    if (!response.ok) return null;
    const { form_token } = (await response.json()) as RouteResponse<'get', typeof PATH>;
    await new Promise((resolve) => setTimeout(resolve, FORM_AGE_MS));
    return form_token;
  } catch {
    return null;
  }
}
