import { sellDirectly } from '../support/direct.ts'
import { longTexts } from '../support/long-texts.ts'
import { adding, type FeatureStates, list, saying, type Stand } from '../support/page-states.ts'
import { addStore } from '../support/regions.ts'
import { visit } from '../support/visit.ts'
import { addReferrer } from '../support/vouchers.ts'
import { referrerWords } from '../support/words.ts'

/** A referrer with long texts, large amounts and all of the commission, and one without sales. */
async function addLongReferrers({ merchant, machines }: Stand): Promise<{ full: string; bare: string }> {
  const { _id: store } = await addStore(merchant, longTexts.store)
  const { _id: empty } = await addStore(merchant, longTexts.store)
  const { referrer_id: full } = await addReferrer(merchant, longTexts.store, {
    region: [store, empty],
    commission: 100,
  })
  const { referrer_id: bare } = await addReferrer(merchant, '7', { region: [empty] })
  const [machine] = await machines.give(merchant, { title: longTexts.goods, storeId: store })
  await sellDirectly(merchant.session.token, machine!.sn, [
    { client: 'coin', total_price: 99_999_999 },
    { client: 'bill', total_price: 99_999_999 },
  ])
  return { full, bare }
}

export const referrerStates: FeatureStates = {
  name: 'referrers',
  activity: true,
  empty: [saying('no referrers', '/referrer', (locale) => referrerWords[locale].none)],
  filled: async (stand) => {
    const { full, bare } = await addLongReferrers(stand)
    return [
      list(
        'referrers',
        '/referrer',
        adding((locale) => referrerWords[locale].add),
      ),
      {
        name: 'the statement of a referrer',
        eachLanguage: 'The server words what stands for no store.',
        open: async (page, locale) => {
          await visit(page, `/referrer?open=statement-${full}`)
          await page.getByRole('heading', { name: referrerWords[locale].byStore }).waitFor()
        },
      },
      {
        name: 'a statement without sales',
        open: async (page, locale) => {
          await visit(page, `/referrer?open=statement-${bare}`)
          await page.getByText(referrerWords[locale].noSales).waitFor()
        },
      },
    ]
  },
}
