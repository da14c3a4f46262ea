import { CheckOutlined } from '@ant-design/icons'
import {
  capabilities,
  type Channel,
  type Device,
  faultWords,
  formatMoney,
  formatRate,
  slotStateWords,
} from '@slotwise/contract'
import type { KeyboardEvent } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { Money } from '../../ui/money.tsx'
import { Picture } from '../../ui/picture.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { countsPieces } from '../../entities/device/counts-pieces.ts'
import { stockLevelOf } from '../../entities/slot/slot-shelves.ts'
import { slotWords } from '../../entities/slot/slot-words.ts'

type SlotTileProps = {
  slot: Channel
  type: Device['type']
  /** Undefined: the tile opens its slot. Otherwise whether it is selected. */
  chosen: boolean | undefined
  /** Whether pressing the tile does nothing. */
  isInert: boolean
  /** One tile at a time is in the Tab order; arrow keys lead to the others. */
  isStop: boolean
  onPress: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** A slot of the machine: its goods, price, stock and faults. */
export function SlotTile({ slot, type, chosen, isInert, isStop, onPress, ...handlers }: SlotTileProps) {
  const t = useT(slotWords)
  const number = t('slot', { number: slot.channel_sn })
  const counts = countsPieces(type)
  return (
    <button
      type="button"
      className={`sw-slot${slot.enabled ? '' : ' is-disabled'}${slot.goods ? '' : ' is-vacant'}`}
      data-slot={slot.channel_sn}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={chosen}
      aria-disabled={isInert || undefined}
      onClick={onPress}
      {...handlers}
    >
      <span className="sw-slot-number">
        <span aria-hidden="true">{slot.channel_sn}</span>
        <span className="sw-visually-hidden">{number}</span>
      </span>
      {chosen !== undefined && (
        <i aria-hidden="true" className="sw-slot-check">
          {chosen && <CheckOutlined />}
        </i>
      )}
      <span className="sw-slot-goods">
        <Picture file={slot.goods?.file} size="thumb" alt="" />
        <span className="sw-slot-words">
          <span className="sw-slot-name">{slot.goods?.title ?? t('noGoods')}</span>
          {(slot.goods || !counts) && <Prices slot={slot} type={type} />}
        </span>
      </span>
      {counts && slot.goods && <SlotStock slot={slot} />}
      <Remarks slot={slot} type={type} />
    </button>
  )
}

function Prices({ slot: { price, game_price: game, rate }, type }: Pick<SlotTileProps, 'slot' | 'type'>) {
  const t = useT(slotWords)
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  const has = capabilities[type]
  return (
    <span className="sw-slot-prices">
      {price !== null && (
        <span className="sw-slot-price">
          <Money cents={price} />
        </span>
      )}
      {has.game && game !== null && (
        <span className="sw-slot-small">
          {t('gamePrice', { price: formatMoney(game, currency, locale) })}
        </span>
      )}
      {has.chance && rate !== null && (
        <span className="sw-slot-small">{t('rate', { rate: formatRate(rate) })}</span>
      )}
    </span>
  )
}

function SlotStock({ slot }: { slot: Channel }) {
  const t = useT(slotWords)
  const { quantity, max } = slot
  const level = stockLevelOf(slot)
  if (max === 0)
    return (
      <span className="sw-slot-stock">
        <span className="sw-slot-stock-words">{t('noMax')}</span>
      </span>
    )
  const share = Math.min(1, quantity / max)
  return (
    <span className={`sw-slot-stock is-${level}`}>
      <span className="sw-slot-stock-bar" aria-hidden="true">
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span className="sw-slot-stock-words">
        <span className="sw-figures">{t('stock', { quantity, max })}</span>
        {(level === 'empty' || level === 'low') && <b>{t(level)}</b>}
      </span>
    </span>
  )
}

function Remarks({ slot, type }: Pick<SlotTileProps, 'slot' | 'type'>) {
  const t = useT(slotWords)
  const { reported } = slot
  const counts = countsPieces(type)
  return (
    <span className="sw-slot-remarks">
      {reported?.state === 'fault' && (
        <StatusTag tone="bad">
          <FaultName fault={reported.fault} />
        </StatusTag>
      )}
      {!slot.enabled && <StatusTag tone="idle">{t('disabled')}</StatusTag>}
      {/* A slot without goods is always closed at the machine. */}
      {slot.enabled && slot.goods && reported?.state === 'off' && (
        <StatusTag tone="attention">{t('closedThere')}</StatusTag>
      )}
      {counts && slot.goods && reported?.quantity === 0 && slot.quantity > 0 && (
        <StatusTag tone="attention">{t('reports', { quantity: reported.quantity })}</StatusTag>
      )}
      {!slot.applied && <StatusTag tone="busy">{t('waiting')}</StatusTag>}
    </span>
  )
}

type ReportedFault = NonNullable<Channel['reported']>['fault']

function FaultName({ fault }: { fault: ReportedFault }) {
  const word = useT(faultWords)
  const state = useT(slotStateWords)
  return fault === null ? state('fault') : word(fault)
}
