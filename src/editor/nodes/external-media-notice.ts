/** A picture of another site, which the pages do not show. */
export function remoteNote(src: string | null, what: string): HTMLElement {
  const note = document.createElement('span');
  note.className = 'remote-media';
  const host = src === null ? null : URL.parse(src)?.host;
  note.textContent = host
    ? `${what} from ${host}. Readers do not see it: upload it instead.`
    : `${what} without an address that readers could open.`;
  return note;
}
