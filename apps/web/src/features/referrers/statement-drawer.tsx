import { formatRate, referrerCalls, referrerFieldWords, type ReferrerStatement } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { LoadedDrawer } from '../../ui/detail-drawer.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { MonthPicker } from '../../ui/month-picker.tsx'
import { useMonths, useMonthText } from '../../ui/months.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { useStatement } from './api.ts'
import { referrerWords } from './referrer-words.ts'
import './referrers.css'
import { RegionNames } from './region-names.tsx'

type StatementDrawerProps = {
  id: string
  month: string
  onMonth: (month: string) => void
  onClose: () => void
}

/** What a referrer gets for a month, and how it comes about. */
export function StatementDrawer({ id, month, onMonth, onClose }: StatementDrawerProps) {
  const t = useT(referrerWords)
  const { present } = useMonths()
  const monthText = useMonthText()
  const query = useStatement(id, month)
  const statement = query.data?.referrer_id === id ? query.data : undefined
  return (
    <LoadedDrawer
      title={statement ? t('statement', { name: statement.name }) : t('statementTitle')}
      width={560}
      query={query}
      row={statement}
      missing={t('missing')}
      onClose={onClose}
    >
      {(row) => (
        <>
          <div className="sw-referrer-tools">
            <MonthPicker value={month} last={present} onChange={onMonth} />
            <ExportButton row={referrerCalls.exportReferrers} input={{ condition: { month, ids: [id] } }} />
          </div>
          {month >= present && <Alert tone="info">{t('running', { month: monthText(month) })}</Alert>}
          <Statement of={row} />
        </>
      )}
    </LoadedDrawer>
  )
}

function Statement({ of: statement }: { of: ReferrerStatement }) {
  const t = useT(referrerWords)
  const field = useT(referrerFieldWords)
  const titled = useMoneyTitle()
  const monthText = useMonthText()
  return (
    <>
      <Facts>
        <Fact name={field('month')}>{monthText(statement.month)}</Fact>
        <Fact name={field('number')}>{statement.number}</Fact>
        <Fact name={field('region')}>
          <RegionNames of={statement.parts.at(-1) ?? statement} />
        </Fact>
        <Fact name={field('vouchers')}>{statement.vouchers}</Fact>
        <Fact name={field('vouchers_used')}>{statement.vouchers_used}</Fact>
      </Facts>
      <section aria-labelledby="referrer-stores">
        <h3 id="referrer-stores">{t('byStore')}</h3>
        {statement.by_store.length === 0 ? (
          <p className="sw-referrer-note">{t('noSales')}</p>
        ) : (
          <FigureTable>
            <thead>
              <tr>
                <th scope="col">{field('store')}</th>
                <th scope="col">{field('sales')}</th>
                <th scope="col">{titled(field('income'))}</th>
              </tr>
            </thead>
            <tbody>
              {statement.by_store.map(({ store, store_name: name, sales, income }) => (
                <tr key={store}>
                  <th scope="row">{name}</th>
                  <td className="sw-figures">{sales}</td>
                  <td>
                    <Money cents={income} />
                  </td>
                </tr>
              ))}
              <tr className="is-sum">
                <th scope="row">{field('income')}</th>
                <td className="sw-figures">{statement.sales}</td>
                <td>
                  <Money cents={statement.income} />
                </td>
              </tr>
            </tbody>
            <tfoot>
              {statement.parts.length > 1 && <Parts of={statement} />}
              <tr>
                <th scope="row" colSpan={2}>
                  {statement.parts.length > 1
                    ? field('commission_amt')
                    : t('rateOf', {
                        rate: formatRate((statement.parts[0] ?? statement).commission),
                      })}
                </th>
                <td>
                  <Money cents={statement.commission_amt} />
                </td>
              </tr>
            </tfoot>
          </FigureTable>
        )}
      </section>
      <p className="sw-referrer-note">{t('method')}</p>
    </>
  )
}

/** What the stores took while each of the terms held. */
function Parts({ of: { parts } }: { of: ReferrerStatement }) {
  const t = useT(referrerWords)
  return parts.map(({ from, to, commission, income, ...part }) => (
    <tr key={from}>
      <th scope="row" colSpan={2}>
        {t('rateOf', { rate: formatRate(commission) })} · <RegionNames of={part} />{' '}
        <small className="sw-figures">
          {from.slice(5)} – {to.slice(5)}
        </small>
      </th>
      <td>
        <Money cents={income} />
      </td>
    </tr>
  ))
}
