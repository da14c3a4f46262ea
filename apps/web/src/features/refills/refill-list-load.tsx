import { refillCalls, type RefillFilter, type RefillList } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { refillListWords } from './refill-list-words.ts'

const figure = (value: number): string => value.toLocaleString('en-US')

/** Products that a phone shows before the machines follow. */
const shortly = 6

type LoadCardProps = { list: RefillList; filter: z.output<typeof RefillFilter> }

/** What to load into the van, by product. */
export function LoadCard({ list, filter }: LoadCardProps) {
  const t = useT(refillListWords)
  const [isWhole, setWhole] = useState(false)
  const isShort = !isWhole && list.goods.length > shortly
  return (
    <section className="sw-refill-card sw-refill-load" aria-labelledby="refill-load">
      <header>
        <div>
          <h2 id="refill-load">{t('load')}</h2>
          <p>{t('loadHint')}</p>
        </div>
        <ExportButton
          row={refillCalls.exportRefillList}
          input={{ sheet: 'goods', condition: filter }}
          label={t('exportLoad')}
        />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className="sw-refill-load-frame" role="group" aria-label={t('load')} tabIndex={0}>
        <FigureTable>
          <thead>
            <tr>
              <th scope="col">{t('product')}</th>
              <th scope="col">{t('bring')}</th>
              <th scope="col">{t('slotCount')}</th>
              <th scope="col">{t('deviceCount')}</th>
            </tr>
          </thead>
          <tbody>
            {list.goods.map(({ goods, pieces, slots, devices }, place) => (
              <tr key={goods.goods_id} data-beyond={(isShort && place >= shortly) || undefined}>
                <th scope="row">
                  <i className="sw-refill-tick" aria-hidden="true" />
                  {goods.title} {goods.code && <small>{goods.code}</small>}
                </th>
                <td>
                  <strong>{figure(pieces)}</strong>
                </td>
                <td>{figure(slots)}</td>
                <td>{figure(devices)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('sum')}</th>
              <td>{figure(list.pieces)}</td>
              <td>{figure(list.slots)}</td>
              <td>{figure(list.count)}</td>
            </tr>
          </tfoot>
        </FigureTable>
      </div>
      {isShort && (
        <Button type="link" className="sw-refill-more" onClick={() => setWhole(true)}>
          {t('allGoods', { count: list.goods.length })}
        </Button>
      )}
      {list.unsized.slots > 0 && <p className="sw-refill-unsized">{t('unsized', list.unsized)}</p>}
    </section>
  )
}
