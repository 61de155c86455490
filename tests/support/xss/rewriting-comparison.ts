import type { Page } from 'playwright';

/** A page before and after its URLs were rewritten. */
export type RewrittenPage = readonly [id: number, before: string, after: string];

/**
 * Parses both forms of every page in a browser and compares the documents node by node. Returns `<id>: <difference>` for
 * every difference other than `prefix` in front of a path in an attribute that holds a URL.
 */
export function findRewritingErrors(page: Page, pages: readonly RewrittenPage[], prefix: string): Promise<string[]> {
  return page.evaluate(compareInPage, { pages, prefix });
}

/** Runs in the browser, so it uses nothing from outside. */
function compareInPage({ pages, prefix }: { pages: readonly RewrittenPage[]; prefix: string }): string[] {
  const URLS = new Set(['href', 'src', 'action', 'poster', 'srcset', 'imagesrcset', 'component-url', 'renderer-url']);

  function findDifference(before: Node, after: Node): string | null {
    if (before.nodeName !== after.nodeName) return `<${before.nodeName}> became <${after.nodeName}>`;
    if (before instanceof Element && after instanceof Element) return findElementDifference(before, after);
    return before.nodeValue === after.nodeValue ? null : `text '${before.nodeValue}' became '${after.nodeValue}'`;
  }

  function findElementDifference(before: Element, after: Element): string | null {
    const names = before.getAttributeNames();
    if (names.join(' ') !== after.getAttributeNames().join(' ')) {
      return `<${before.nodeName} ${names.join(' ')}> became <${after.nodeName} ${after.getAttributeNames().join(' ')}>`;
    }
    for (const name of names) {
      const [from, to] = [before.getAttribute(name) ?? '', after.getAttribute(name) ?? ''];
      const isSame = from === to || (URLS.has(name) && from === to.replaceAll(prefix, ''));
      if (!isSame) return `${before.nodeName} ${name} '${from}' became '${to}'`;
    }
    return null;
  }

  const parser = new DOMParser();
  const parseNodes = (html: string): Node[] => {
    const nodes: Node[] = [];
    const open: Node[] = [parser.parseFromString(html, 'text/html')];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node instanceof DocumentType) continue;
      nodes.push(node);
      if (node instanceof HTMLTemplateElement) open.push(node.content);
      open.push(...node.childNodes);
    }
    return nodes;
  };
  return pages.flatMap(([id, before, after]) => {
    const [left, right] = [parseNodes(before), parseNodes(after)];
    for (const [at, node] of left.entries()) {
      const other = right[at];
      const difference = other ? findDifference(node, other) : `<${node.nodeName}> is missing`;
      if (difference) return `${id}: ${difference}`;
    }
    return left.length === right.length ? [] : `${id}: ${right.length - left.length} more nodes`;
  });
}
