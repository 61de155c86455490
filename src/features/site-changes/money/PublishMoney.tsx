import type { PublishMoneyJson } from '#api/features/site-catalogue/money/money.contract.ts';
import { paths } from '#src/lib/paths.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { describePlanMoney, formatMoneyPlan } from './money-words.ts';

type Props = { money: PublishMoneyJson | null; error: string | null; onRetry: () => void };

/** What a publish does to prices, to what can be bought, and to those who pay, before it is pressed. Nothing where it does nothing to them. */
export function PublishMoney({ money, error, onRetry }: Props) {
  if (money === null)
    return (
      <section className="changes-money" aria-label="Prices and subscribers">
        {error === null ? (
          <p role="status">Checking what this does to prices and subscribers...</p>
        ) : (
          <p role="alert" data-tone="warning">
            <Icon name="circle-alert" size={16} />
            <span>
              We couldn’t check what this does to prices and subscribers.{' '}
              <button type="button" className="link-button" onClick={onRetry}>
                Retry
              </button>
            </span>
          </p>
        )}
      </section>
    );
  const described = money.plans
    .map((plan) => ({ plan, sentences: describePlanMoney(plan, money.is_connected) }))
    .filter(({ sentences }) => sentences.length > 0);
  if (described.length === 0) return null;
  return (
    <section className="changes-money" aria-label="Prices and subscribers">
      <h3>What this does to prices and subscribers</h3>
      {!money.is_connected && <p>Stripe isn’t connected, so no one can buy anything yet.</p>}
      <ul>
        {described.map(({ plan, sentences }) => (
          <li key={plan.plan_id}>
            <strong>{formatMoneyPlan(plan)}</strong>
            {sentences.map(({ text, tone, isAboutTaxMoves }) => (
              <p key={text} data-tone={tone}>
                {tone === 'warning' && <Icon name="circle-alert" size={16} />}
                <span>
                  {text}
                  {isAboutTaxMoves && (
                    <>
                      {' '}
                      <a href={paths.adminTaxMoves}>Plans, ‘Subscribers at earlier tax rates’</a>
                    </>
                  )}
                  {tone === 'warning' && plan.after === 'sold' && (
                    <>
                      {' '}
                      <a href={paths.adminPlan(plan.plan_id)} aria-label={`Show the plan: ${text}`}>
                        Show
                      </a>
                    </>
                  )}
                </span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
