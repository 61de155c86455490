import type { RoutePath, RouteResponse } from './api-types.ts';

const PATH = '/api/auth/form-token' satisfies RoutePath<'get'>;
/** The server treats a form that is sent sooner than this after it was opened as a bot's, milliseconds. */
const FORM_AGE_MS = 1_000;

/**
 * The signed opening time of a form; resolves when the server will accept it. Null when it cannot be loaded: then
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
