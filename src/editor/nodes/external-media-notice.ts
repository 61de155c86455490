/** A picture of another site, which the pages do not show. */
export function createExternalMediaNotice(src: string | null, label: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'remote-media';
  const host = src === null ? null : URL.parse(src)?.host;
  element.textContent = host
    ? `${label} from ${host}. Readers do not see it: upload it instead.`
    : `${label} without an address that readers could open.`;
  return element;
}
