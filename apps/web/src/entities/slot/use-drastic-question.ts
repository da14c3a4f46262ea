import { useT } from '../../lib/i18n.tsx'
import { useAskAgain } from '../../ui/ask-again.tsx'
import { useMoneyText } from '../../ui/money.tsx'
import { isSlashed, isSureWin } from './drastic.ts'
import { drasticWords } from './drastic-words.ts'

type Values = { price?: number | null | undefined; rate?: number | null | undefined }
type Change = {
  /** The slots before the change, or the goods with their list price. */
  before: readonly Values[]
  after: Values
  /** How many slots there are, where `before` does not list them all. */
  slots?: number
  isListPrice?: boolean
  /** The slots get other goods, so their stock is taken off the books. */
  takesGoodsOut?: boolean
}

/** Asks again when a change takes more than half off a price, makes every game a win, or takes stock off the books. */
export function useDrasticQuestion() {
  const t = useT(drasticWords)
  const money = useMoneyText()

  const { askAgain, question } = useAskAgain((change: Change) => {
    const { after, isListPrice = false } = change
    const { slashed, sure } = drasticIn(change)
    const count = change.slots ?? Math.max(slashed.length, sure.length)
    const falls = { was: money(Math.max(...slashed)), price: money(after.price ?? 0) }
    return {
      title: t('askTitle'),
      lines: [
        ...(slashed.length > 0 ? [t(isListPrice ? 'askListPrice' : 'askPrice', falls)] : []),
        ...(sure.length > 0 ? [t('askRate')] : []),
        ...(change.takesGoodsOut ? [t('askGoodsOut')] : []),
        ...(!isListPrice && count > 1 ? [t('askCount', { count })] : []),
      ],
      confirmLabel: t('askDo'),
    }
  })
  const askIfDrastic = async (change: Change): Promise<void> => {
    const { slashed, sure } = drasticIn(change)
    if (slashed.length + sure.length > 0 || change.takesGoodsOut) await askAgain(change)
  }
  return { askIfDrastic, question }
}

/** The prices that lose more than half, and the slots that become a sure win. */
const drasticIn = ({ before, after }: Change) => ({
  slashed: before.flatMap(({ price }) => (isSlashed(price, after.price) ? [price] : [])),
  sure: before.filter(({ rate }) => isSureWin(rate, after.rate)),
})
