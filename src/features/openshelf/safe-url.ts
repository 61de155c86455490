/** The address of a work as a link may lead there, or null: https only, and without a user name that could pose as a host. */
export function toSafeUrl(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null;
}
