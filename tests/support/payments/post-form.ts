/** Sends a form as a browser does: with the origin of its page. Redirects are not followed. */
export function postForm(url: string, fields: Record<string, string> = {}, origin = new URL(url).origin) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers: { origin } });
}
