import type { RemovedLinkReason } from '#api/domain/removed-links.ts';
import type { PublicationTextJson } from '#api/features/openshelf/texts/texts.contract.ts';
import { formatNumber } from '#api/domain/numbers.ts';

const REASONS: Record<RemovedLinkReason, string> = {
  script: 'Could run a script',
  not_https: 'Doesn’t begin with https:',
  user_name: 'Holds a user name, which can hide where it leads',
  image_map: 'Part of an image map',
  invalid: 'Not a valid address',
};

/** The links that our server removed from a text, as text; null where there are none. */
export function createRemovedLinks({ count, links }: PublicationTextJson['removed_links']): HTMLElement | null {
  if (count === 0) return null;
  const section = document.createElement('section');
  section.className = 'reader-removed';
  section.setAttribute('aria-labelledby', 'removed-links');
  const heading = createElement('h2', 'Links removed from the text');
  heading.id = 'removed-links';
  const list = document.createElement('ul');
  list.append(...links.map(createItem));
  section.append(heading, list);
  if (count > links.length) section.append(createElement('p', `And ${formatNumber(count - links.length)} more.`));
  return section;
}

function createItem({ address, text, reason }: PublicationTextJson['removed_links']['links'][number]): HTMLElement {
  const item = document.createElement('li');
  // Isolated, so that the words of the author reorder none of ours.
  if (text !== '') item.append(createElement('bdi', text), ' ');
  item.append(createElement('code', address), ' ', createElement('span', REASONS[reason]));
  return item;
}

function createElement(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
