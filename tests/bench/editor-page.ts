import type { CDPSession, Page } from 'playwright';

type BenchWindow = Window & { editorReadyAt?: number; keystrokes?: number[]; publishedAfterMs?: Promise<number> };

/** Processor time of the page's main thread, milliseconds for each key. */
export type KeyCost = { total: number; script: number; style: number; layout: number };

/** Milliseconds from the start of the navigation until the text is editable and has the focus. */
export async function measureOpening(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    const check = () => {
      const text = document.querySelector<HTMLElement>('.ProseMirror[contenteditable="true"]');
      text?.focus();
      if (text && document.activeElement === text) (window as BenchWindow).editorReadyAt = performance.now();
      else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
  await page.goto(path);
  const readyAt = await page.waitForFunction(() => (window as BenchWindow).editorReadyAt);
  return (await readyAt.jsonValue()) ?? Number.NaN;
}

/** Runs `type`, which presses keys. Returns the milliseconds from each key to the end of its frame, and the mean cost of a key. */
export async function measureTyping(
  page: Page,
  type: () => Promise<void>,
): Promise<{ toFrame: number[]; cost: KeyCost }> {
  await page.evaluate(recordKeystrokes);
  const devtools = await page.context().newCDPSession(page);
  // Processor time instead of time: the same on a busy machine.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await readMetrics(devtools);
  await type();
  const after = await readMetrics(devtools);
  await devtools.detach();
  const toFrame = await page.evaluate(() => (window as BenchWindow).keystrokes as number[]);
  const perKey = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000) / toFrame.length;
  const cost = {
    total: perKey('TaskDuration'),
    script: perKey('ScriptDuration'),
    style: perKey('RecalcStyleDuration'),
    layout: perKey('LayoutDuration'),
  };
  return { toFrame, cost };
}

async function readMetrics(devtools: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

function recordKeystrokes(): void {
  const recorded: number[] = [];
  const isRepeated = (window as BenchWindow).keystrokes !== undefined;
  (window as BenchWindow).keystrokes = recorded;
  if (isRepeated) return;
  const onKey = ({ timeStamp }: KeyboardEvent) =>
    requestAnimationFrame(() => {
      // The message comes after style and layout of the frame.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (window as BenchWindow).keystrokes?.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  window.addEventListener('keydown', onKey, true);
}

/** Milliseconds from the click on 'Publish now' until the public page answers with the text. */
export async function measurePublish(page: Page, publicPath: string, text: string): Promise<number> {
  await page.getByRole('button', { name: 'Publish...', exact: true }).click();
  const confirm = page.locator('dialog[open]').getByRole('button', { name: 'Publish now' });
  await confirm.waitFor();
  await page.evaluate(
    ([path, expected]) => {
      const isPublic = async () => {
        const response = await fetch(path, { cache: 'no-store' });
        return response.ok && (await response.text()).includes(expected);
      };
      (window as BenchWindow).publishedAfterMs = new Promise((resolve, reject) => {
        const poll = async (startedAt: number) => {
          while (!(await isPublic())) await new Promise((next) => setTimeout(next, 5));
          resolve(performance.now() - startedAt);
        };
        window.addEventListener('click', ({ timeStamp }) => void poll(timeStamp).catch(reject), {
          capture: true,
          once: true,
        });
      });
    },
    [publicPath, text] as const,
  );
  await confirm.click();
  return page.evaluate(() => (window as BenchWindow).publishedAfterMs as Promise<number>);
}
