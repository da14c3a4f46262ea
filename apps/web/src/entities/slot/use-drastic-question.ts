import { useT } from '../../lib/i18n.tsx'
import { useAskAgain } from '../../ui/ask-again.tsx'
import { useMoneyText } from '../../ui/money.tsx'
import { type DrasticValues, isSureWin, steepestFall } from './drastic.ts'
import { drasticWords } from './drastic-words.ts'

type Change = {
  /** The slots before the change, or the goods with their list price. */
  before: readonly DrasticValues[]
  /** What they get: all the same, or each its own. */
  after: DrasticValues | readonly DrasticValues[]
  /** How many slots or goods there are, where `before` does not list them all. */
  count?: number
  isListPrice?: boolean
  /** The slots get other goods, so their stock is taken off the books. */
  takesGoodsOut?: boolean
  /** All slots of so many machines get one game price, whatever they have. */
  onePriceFor?: number
}

/**
 * Asks again when a change takes more than half off a price, makes every game a win, takes stock off the books, or
 * replaces the game prices of several machines.
 */
export function useDrasticQuestion() {
  const t = useT(drasticWords)
  const money = useMoneyText()

  const { askAgain, question } = useAskAgain((change: Change) => {
    const { isListPrice = false, onePriceFor = 0, after } = change
    const { price, game, sure } = drasticIn(change)
    const count = change.count ?? Math.max(price.count, game.count, sure)
    const words = ({ was, price: now }: { was: number; price: number }) => ({
      was: money(was),
      price: money(now),
    })
    const one = !isList(after) && onePriceFor > 0 ? after.game_price : null
    return {
      title: t('askTitle'),
      lines: [
        ...(price.fall ? [t(isListPrice ? 'askListPrice' : 'askPrice', words(price.fall))] : []),
        ...(game.fall ? [t('askGamePrice', words(game.fall))] : []),
        ...(one == null ? [] : [t('askOneGamePrice', { count: onePriceFor, price: money(one) })]),
        ...(sure > 0 ? [t('askRate')] : []),
        ...(change.takesGoodsOut ? [t('askGoodsOut')] : []),
        ...(count > 1 ? [t(isListPrice ? 'askGoodsCount' : 'askCount', { count })] : []),
      ],
      confirmLabel: t('askDo'),
    }
  })
  const askIfDrastic = async (change: Change): Promise<void> => {
    const { price, game, sure } = drasticIn(change)
    const replaces = !isList(change.after) && (change.onePriceFor ?? 0) > 0 && change.after.game_price != null
    if (price.count + game.count + sure > 0 || change.takesGoodsOut || replaces) await askAgain(change)
  }
  return { askIfDrastic, question }
}

/** The change of prices in the preview of an import. */
export const slashedBy = (
  preview: { slashed: { count: number; was: number; price: number } | null } | undefined,
): Pick<Change, 'before' | 'after' | 'count'> => {
  const { was, price, count } = preview?.slashed ?? {}
  return { before: [{ price: was }], after: { price }, ...(count === undefined ? {} : { count }) }
}

const isList = (after: Change['after']): after is readonly DrasticValues[] => Array.isArray(after)

/** The prices that lose more than half, and the slots that become a sure win. */
function drasticIn({ before, after }: Change) {
  const pairs = before.map((one, i) => ({ before: one, after: isList(after) ? (after[i] ?? {}) : after }))
  return {
    price: steepestFall(pairs, 'price'),
    game: steepestFall(pairs, 'game_price'),
    sure: pairs.filter((pair) => isSureWin(pair.before.rate, pair.after.rate)).length,
  }
}
