import type { Context } from 'hono';
import type { Transaction } from '../../state/transaction.ts';
import { messagePage, notFoundPage } from '../layout.ts';
import { type PageDeps, sendPage } from '../page-context.ts';
import { portalPath } from './portal-page.ts';
import { canChange, type PortalView, readView } from './portal-view.ts';

const VALID_SECONDS = 3600;

/** Sent after the transaction has been saved. */
export type Answer = () => Promise<Response>;
type Row = PortalView['subscriptions'][number];

export type PortalSteps = ReturnType<typeof createPortalSteps>;

/** What the routes of the portal share. */
export function createPortalSteps({ engine, waitForWebhooks }: PageDeps) {
  /** Runs `work` with what the address names; without it, or when its link is too old, says so. */
  const withView = async (context: Context, work: (view: PortalView, tx: Transaction) => Answer): Promise<Response> => {
    const answer = await engine.run((tx): Answer => {
      const view = readView(tx, context.req.param('id') ?? '');
      if (view === null) return () => sendPage(context, notFoundPage(), 404);
      if (view.session.created + VALID_SECONDS < tx.now()) return () => sendPage(context, expiredPage(view), 404);
      return work(view, tx);
    });
    return answer();
  };

  const withSubscription = (context: Context, work: (view: PortalView, row: Row, tx: Transaction) => Answer) =>
    withView(context, (view, tx) => {
      const row = view.subscriptions.find(({ subscription }) => subscription.id === context.req.param('subscription'));
      const isAllowed = view.configuration.features.subscription_cancel.enabled && row && canChange(row.subscription);
      return isAllowed ? work(view, row, tx) : () => sendPage(context, notFoundPage(), 404);
    });

  /** After a change: where the flow says, or the portal again. */
  const finish = async (context: Context, { session }: PortalView): Promise<Response> => {
    await waitForWebhooks();
    const after = session.flow?.after_completion;
    const back = after?.redirect?.return_url ?? session.return_url;
    if (after?.type === 'redirect' && back) return context.redirect(back, 303);
    if (after?.type !== 'hosted_confirmation') return context.redirect(portalPath(session), 303);
    const text = after.hosted_confirmation?.custom_message ?? 'Your billing details are up to date.';
    const link = session.return_url ? { href: session.return_url, label: 'Continue' } : null;
    return sendPage(context, messagePage({ title: 'All done', text, link }));
  };

  return { withView, withSubscription, finish };
}

const expiredPage = ({ session }: PortalView) =>
  messagePage({
    title: 'This link has expired',
    text: 'Open billing again from the website.',
    link: session.return_url ? { href: session.return_url, label: 'Back to the website' } : null,
  });
