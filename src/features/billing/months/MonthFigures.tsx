import { describeEndReason } from '#api/domain/end-reasons.ts';
import { bookKindLabels, DISPUTE_NOTE, hasDisputes } from '#api/domain/month-books.ts';
import { formatCents } from '#api/domain/money.ts';
import { formatNumber, formatPercent } from '#api/domain/numbers.ts';
import { getCountryName } from '#api/domain/placeholders.ts';
import { region } from '#api/domain/region.ts';
import type { MonthFigures as Figures } from '#api/features/month-closing/month-closing.contract.ts';
import { Figure } from '#src/ui/charts/Figure.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';

type CurrencySum = Figures['currencies'][number];
type RateSum = Figures['rates'][number];

/** What a month adds up to. Amounts of two currencies are never added. */
export function MonthFigures({ figures }: { figures: Figures }) {
  const { currencies, rates, oss, subscriptions } = figures;
  return (
    <>
      {currencies.length === 0 && (
        <EmptyState title="Nothing was invoiced">
          <p>Invoices, refunds, disputes and fees of the month appear here.</p>
        </EmptyState>
      )}
      {currencies.map((sum) => (
        <CurrencySection key={sum.currency} sum={sum} />
      ))}
      {rates.length > 0 && <RateTable title="Tax by country and rate" rates={rates} />}
      {oss.length > 0 && (
        <RateTable
          title="Other countries of the European Union (OSS)"
          note="What was taxed there, for the One-Stop Shop return."
          rates={oss}
        />
      )}
      <Subscriptions subscriptions={subscriptions} />
    </>
  );
}

function CurrencySection({ sum }: { sum: CurrencySum }) {
  const { currency, net, tax, gross, fees, kinds } = sum;
  const id = `month-${currency}`;
  return (
    <section className="screen-section" aria-labelledby={id}>
      <h2 id={id}>Invoiced in {currency.toUpperCase()}</h2>
      <ul className="figures">
        <Figure value={formatCents(gross, currency)} label="gross" note="less voided, credited and refunded" />
        <Figure value={formatCents(net, currency)} label="net" />
        <Figure value={formatCents(tax, currency)} label="tax" />
        <Figure value={formatCents(fees, currency)} label="fees" note="taken by Stripe" />
      </ul>
      <table className="admin-table">
        <caption className="visually-hidden">Rows in {currency.toUpperCase()}, by kind</caption>
        <TableHead columns={['Kind', 'Rows', 'Amount']} numbers={['Rows', 'Amount']} />
        <tbody>
          {kinds.map((each) => (
            <tr key={each.kind}>
              <td className="title-cell">{bookKindLabels[each.kind]}</td>
              <td className="number" data-label="Rows">
                {formatNumber(each.count)}
              </td>
              <td className="number" data-label="Amount">
                {formatCents(each.gross, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasDisputes(kinds) && <p className="muted">{DISPUTE_NOTE}</p>}
    </section>
  );
}

function RateTable({ title, note, rates }: { title: string; note?: string; rates: readonly RateSum[] }) {
  const id = `rates-${title.length}`;
  return (
    <section className="screen-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p className="muted">{note}</p>}
      <table className="admin-table">
        <caption className="visually-hidden">{title}</caption>
        <TableHead columns={['Country', 'Rate', 'Net', 'Tax', 'Gross']} numbers={['Net', 'Tax', 'Gross']} />
        <tbody>
          {rates.map((each) => (
            <tr key={`${each.currency}-${each.country}-${each.name}-${each.rate}`}>
              <td className="title-cell">{getCountryName(each.country, region.language) || 'Not known'}</td>
              <td data-label="Rate">{describeRate(each)}</td>
              <td className="number" data-label="Net">
                {formatCents(each.net, each.currency)}
              </td>
              <td className="number" data-label="Tax">
                {formatCents(each.tax, each.currency)}
              </td>
              <td className="number" data-label="Gross">
                {formatCents(each.gross, each.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const describeRate = ({ rate, name }: RateSum): string =>
  rate === null ? name || 'No tax' : [formatPercent(rate), name].filter(Boolean).join(' ');

function Subscriptions({ subscriptions }: { subscriptions: Figures['subscriptions'] }) {
  const { at_start: atStart, started, ended, at_end: atEnd, churn, reasons } = subscriptions;
  return (
    <section className="screen-section" aria-labelledby="month-subscriptions">
      <h2 id="month-subscriptions">Subscriptions</h2>
      <ul className="figures">
        <Figure value={formatNumber(started)} label="new" />
        <Figure
          value={formatNumber(ended)}
          label="ended"
          note={churn === null ? undefined : `${formatPercent(churn / 100)} of those at the start`}
        />
        <Figure value={formatNumber(atEnd)} label="at the end" note={`${formatNumber(atStart)} at the start`} />
      </ul>
      {reasons.length > 0 && (
        <>
          <h3>Why they ended</h3>
          <ul className="end-reasons">
            {reasons.map(({ reason, count }) => (
              <li key={reason}>
                {describeEndReason(reason)}: {formatNumber(count)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
