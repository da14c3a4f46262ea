import {
  type Currency,
  formatMoney,
  goodsCalls,
  type GoodsPick,
  type Locale,
  moneyInText,
} from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { Picture } from '../../ui/picture.tsx'
import { type PickerProps, type PickOption, RemotePicker, useRowPicker } from '../../ui/remote-picker.tsx'

type Priced = Pick<GoodsPick, 'price' | 'min_price' | 'max_price'>

type Writes = (cents: number, currency: Currency, locale: Locale) => string

/** A price or a span of prices as text; the span where both exist, because lists sort by it. */
export const usePriceText = (): ((goods: Priced) => string) => usePrices(formatMoney)

/** The same within a sentence, where no title names the currency. */
export const usePriceInText = (): ((goods: Priced) => string) => usePrices(moneyInText)

function usePrices(write: Writes): (goods: Priced) => string {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return ({ price, min_price: min, max_price: max }) => {
    if (min !== null && max !== null)
      return `${formatMoney(min, currency, locale)} – ${write(max, currency, locale)}`
    return price === null ? '' : write(price, currency, locale)
  }
}

type GoodsPickerProps = PickerProps<string | null> & { filterLabel?: string }

/** Picks goods by name or article number, with picture and price. */
export function GoodsPicker(props: GoodsPickerProps) {
  const t = useT(uiWords)
  const priceText = usePriceText()
  const toOption = (goods: GoodsPick): PickOption => ({
    value: goods.goods_id,
    label: goods.title,
    hint: priceText(goods),
    picture: <Picture file={goods.file} size="thumb" alt="" className="is-small" />,
  })
  const picker = useRowPicker({ call: goodsCalls.getAllGoods, value: props.value, toOption })
  return <RemotePicker<string | null> placeholder={t('pickGoods')} {...props} {...picker} />
}
