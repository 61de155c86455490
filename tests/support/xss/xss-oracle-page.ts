/** `frames`: each case is written into a document of its own. `elements`: by innerHTML, and once more from what that
 *  gave. `page`: all are parsed as one page. `client-sanitizer`: through the sanitiser of the islands. */
export type InjectionMethod = 'frames' | 'elements' | 'page' | 'client-sanitizer';

export type ExecutionReport = {
  /** The numbers that the canary was called with, each once. */
  ran: number[];
  /** Elements, attributes and URLs that content must not contain: `<number of the case>: <what>`. */
  active: string[];
  /** How often the policy of the page refused something. */
  refused: number;
};

type Input = { method: InjectionMethod; cases: readonly (readonly [id: number, html: string])[] };
type OracleWindow = typeof globalThis & {
  ran: Set<number>;
  refused: number;
  safeHtml: { parseSafeHtml(html: string): { nodes: DocumentFragment } };
};

/** Runs in the page: inserts the cases, waits, triggers events on all elements, and reports what ran. Uses no outer scope. */
export async function runInBrowserPage({ method, cases }: Input): Promise<ExecutionReport> {
  const oracleWindow = globalThis as OracleWindow;
  const TAGS = new Set(
    'DIV H1 H2 H3 H4 H5 H6 P BR HR STRONG EM DEL SUB SUP KBD MARK CODE PRE BLOCKQUOTE ASIDE UL OL LI DL DT DD DETAILS SUMMARY INPUT A IMG VIDEO FIGURE FIGCAPTION TABLE THEAD TBODY TFOOT TR TH TD CAPTION'.split(
      ' ',
    ),
  );
  const ATTRIBUTES = new Set(
    'href title rel src alt width height loading decoding controls preload colspan rowspan align start open checked disabled aria-label'.split(
      ' ',
    ),
  );
  // Attributes of the wrapper that the client sanitiser adds to tables, and the number of a case.
  const WRAPPER_ATTRIBUTES = new Set(['data-case', 'role', 'aria-label', 'tabindex']);
  const EVENTS = 'click mouseover pointerenter focusin focus keydown wheel copy scroll'.split(' ');
  const FRAMES = 100;
  // Bypasses the one Trusted Types policy, to test the rest of the content policy.
  const bypassPolicy = trustedTypes.createPolicy('site-html', { createHTML: (html) => html });
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const countRefusals = (where: Document) =>
    where.addEventListener('securitypolicyviolation', () => {
      oracleWindow.refused += 1;
    });

  function findActiveContent(element: Element): string[] {
    const isWrapper = element.tagName === 'DIV';
    const findings = TAGS.has(element.tagName) ? [] : [`<${element.tagName}>`];
    for (const { name, value } of element.attributes) {
      const isKnown = ATTRIBUTES.has(name) || WRAPPER_ATTRIBUTES.has(name) || (isWrapper && name === 'class');
      const isLanguage = name === 'class' && /^language-[a-z0-9+#-]+$/.test(value);
      const isAnchor = name === 'id' && /^user-content-[\p{L}\p{N}_.:%-]+$/u.test(value);
      const isCheckbox = name === 'type' && value === 'checkbox' && element.hasAttribute('disabled');
      const isCodeName = name === 'data-language' && element.tagName === 'PRE' && /^[a-z0-9+#-]+$/.test(value);
      const isBlock =
        (name === 'data-title' && element.tagName === 'PRE') ||
        (name === 'data-layout' && element.tagName === 'FIGURE') ||
        (name === 'data-block' && element.tagName === 'P') ||
        (name === 'data-callout' && element.tagName === 'ASIDE');
      if (!(isKnown || isLanguage || isAnchor || isCheckbox || isCodeName || isBlock))
        findings.push(`${element.tagName} ${name}="${value}"`);
      if ((name === 'href' || name === 'src') && !isHarmless(value)) findings.push(`${name}="${value}"`);
    }
    return findings;
  }

  function isHarmless(address: string): boolean {
    if (!URL.canParse(address, document.baseURI)) return false;
    const { protocol, host } = new URL(address, document.baseURI);
    return /^(https?|mailto|tel):$/.test(protocol) || host === window.location.host;
  }

  /** Dispatches user events to all elements. Only a MouseEvent follows a link, so script URLs get one. */
  function triggerEvents(root: Document | Element): void {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      for (const type of EVENTS) element.dispatchEvent(new Event(type, { bubbles: type !== 'focus' }));
      const address = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '';
      if (/^(java|vb)script:/.test(URL.parse(address, document.baseURI)?.protocol ?? '')) {
        element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }
    }
  }

  /** Writes a case into a frame. Frames are reused, because creating one costs more than running a case. */
  function writeCase(frames: HTMLIFrameElement[], at: number, html: string): void {
    let frame = frames[at];
    if (!frame?.contentDocument) {
      frame?.remove();
      frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
      frames[at] = document.body.appendChild(frame);
    }
    const inner = frame.contentDocument as Document;
    inner.open();
    countRefusals(inner);
    inner.write(bypassPolicy.createHTML(html));
    inner.close();
  }

  async function writeAll(): Promise<void> {
    const frames: HTMLIFrameElement[] = [];
    for (let from = 0; from < cases.length; from += FRAMES) {
      for (const [at, [, html]] of cases.slice(from, from + FRAMES).entries()) writeCase(frames, at, html);
      await pause(40);
      for (const { contentDocument } of frames) if (contentDocument) triggerEvents(contentDocument);
      await pause(20);
    }
  }

  const insertCase = (id: number, fill: (container: HTMLElement) => void) => {
    const container = document.createElement('div');
    container.dataset.case = String(id);
    document.body.append(container);
    fill(container);
    return container;
  };

  countRefusals(document);
  if (method === 'frames') {
    await writeAll();
    return { ran: [...oracleWindow.ran], active: [], refused: oracleWindow.refused };
  }
  for (const [id, html] of cases) {
    if (method === 'client-sanitizer')
      insertCase(id, (container) => container.append(oracleWindow.safeHtml.parseSafeHtml(html).nodes));
    if (method !== 'elements') continue;
    const first = insertCase(id, (container) => {
      container.innerHTML = html;
    });
    insertCase(id, (container) => {
      container.innerHTML = first.innerHTML;
    });
  }
  await pause(150);
  const active = [...document.body.querySelectorAll('*')].flatMap((element) =>
    findActiveContent(element).map((what) => `${element.closest('[data-case]')?.getAttribute('data-case')}: ${what}`),
  );
  triggerEvents(document.body);
  await pause(60);
  return { ran: [...oracleWindow.ran], active, refused: oracleWindow.refused };
}
