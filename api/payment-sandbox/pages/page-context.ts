import type { Context } from 'hono';
import type { SandboxControl } from '../control/control.ts';
import type { Engine } from '../state/engine.ts';
import type { Html } from './layout.ts';

/** What the pages work with. `waitForWebhooks` resolves when what was emitted has been delivered, or after a while. */
export type PageDeps = {
  engine: Engine;
  control: SandboxControl;
  baseUrl: () => string;
  /** Who sells, line by line. */
  seller: () => readonly string[];
  waitForWebhooks: () => Promise<unknown>;
};

export const sendPage = async (
  context: Context,
  page: Html,
  status: 200 | 400 | 402 | 404 | 409 = 200,
): Promise<Response> => context.html(await page, status);
