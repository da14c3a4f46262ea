import { readdirSync, readFileSync } from 'node:fs'

import { isLocale, type Locale, locales, words } from '@slotwise/contract'
import { describe, expect, it } from 'vitest'

// Checks all texts of the product for the translators: those of the console, of the server and of exports.

type Table = { name: string; texts: Record<string, Record<string, string>> }

const root = new URL('../../../', import.meta.url)
const sources = ['apps/web/src/', 'apps/server/src/', 'packages/contract/src/'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => folder + path),
)
const load = async (path: string) =>
  (await import(/* @vite-ignore */ new URL(path, root).href)) as Record<string, unknown>

const isTable = (value: unknown): value is Table['texts'] =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every(isLocale)

/** An error table holds its texts beside the error numbers. */
const textsIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'codes' in value && 'words' in value ? value.words : value

const files = sources.filter((path) => /= (words|errors)\(\{/.test(readFileSync(new URL(path, root), 'utf8')))
const found = await Promise.all(
  files.map(async (file) =>
    Object.entries(await load(file)).flatMap(([name, value]) => {
      const texts = textsIn(value)
      return isTable(texts) ? [{ file, name: `${file} ${name}`, texts }] : []
    }),
  ),
)
const tables: Table[] = found.flat()

const named = tables.map(({ name, texts }) => [name, texts] as const)
const placesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted()

describe('the words of the product', () => {
  it('are all within reach of this test', () => {
    expect(files.filter((_, index) => found[index]?.length === 0)).toEqual([])
    expect(tables.length).toBeGreaterThan(10)
  })

  it.each(named)('%s has the same keys in every language', (_name, texts) => {
    expect(Object.keys(texts).toSorted()).toEqual([...locales].toSorted())
    const keys = Object.keys(texts['zh-CN'] ?? {}).toSorted()
    expect(keys.length).toBeGreaterThan(0)
    for (const locale of locales) expect(Object.keys(texts[locale] ?? {}).toSorted(), locale).toEqual(keys)
  })

  it.each(named)('%s leaves no text empty, and puts the same values into every language', (_name, texts) => {
    for (const [key, chinese] of Object.entries(texts['zh-CN'] ?? {}))
      for (const locale of locales) {
        const text = texts[locale]?.[key] ?? ''
        if (key !== 'silent') expect(text.trim(), `${locale} ${key}`).not.toBe('')
        expect(text, `${locale} ${key}`).toBe(text.trim())
        expect(placesIn(text), `${locale} ${key}`).toEqual(placesIn(chinese))
        for (const [, name] of text.matchAll(/\{(\w+)\|/g)) expect(placesIn(text)).toContain(`{${name}}`)
        expect(text).not.toContain('(s)')
      }
  })

  it('do not compile when a row lacks a language', () => {
    const lacking = { open: ['开', '開', 'Open'], close: ['关', '關'] } as const
    // @ts-expect-error -- if a missing text ever compiles, the type check reports this line.
    expect(words(lacking)['en-US'].close).toBeUndefined()
  })

  it('name each error and each rule once', () => {
    const keysOf = (kind: RegExp) =>
      tables
        .filter(({ name }) => kind.test(name))
        .flatMap(({ texts }) => Object.keys(texts['zh-CN'] ?? {}))
        .toSorted()
    for (const kind of [/contract.*Errors$/, /contract.*Rules$/]) {
      const keys = keysOf(kind)
      expect(keys.length).toBeGreaterThan(20)
      expect([...new Set(keys)]).toEqual(keys)
    }
  })
})

/** One line for each text of a language that `isWrong` finds fault with. */
const wrongTexts = (locale: Locale, isWrong: (text: string, table: string) => unknown): string[] =>
  tables.flatMap(({ name, texts }) =>
    Object.entries(texts[locale] ?? {})
      .filter(([, text]) => isWrong(text, name))
      .map(([key, text]) => `${name} ${key}: ${text}`),
  )

/** Buyers read these at a machine, which is no "device" to them. */
const isForBuyers = (table: string): boolean => /order-refusal|coupon-page|gkash-page|pay-page/.test(table)

/** Providers have certificates in the sense of X.509; papers of persons are documents. */
const isOfKeys = (table: string): boolean => /pay-?account/.test(table)

describe('the choice of words', () => {
  const forbidden: Record<Locale, RegExp> = {
    // Words of Taiwan and Hong Kong, other words than those of the glossary, and traditional characters.
    'zh-CN':
      /帐|登陆|其它|你|商家|资讯|讯息|储存|预设|档案|支付流水|个门店|[個們這時會發實設備貨門單帳號錄碼請擇網項顯圖為無關開統訂]/,
    // Words of the mainland, other words than those of the glossary, and simplified characters.
    'zh-TW':
      /用戶(?!端)|默認|缺省|軟件|硬件|網絡|程序|數據|服務器|登錄|信息|短信|視頻|屏幕|打印|保存|文件|導出|導入|設置|賬|菜單|鏈接|字段|粘貼|裁剪|拖動|查看|查找|列表|商戶|渠道|打款|出售|上報|二維碼|手機號(?!碼)|訂單號(?!碼)|支付方式|重置|刷新|撤銷|支持|加載|添加|創建|在線|佈局|布局|充值|積分|閾值|信號|周|個門店|[个们这时间会发实设备货门单账号录码请择网项显图为无关开统订导删编务员区权额连线称种类级换动进还过]/,
    // Words that readers had to guess at, or that the glossary replaces, and spellings that are not British.
    'en-US':
      /\b(chosen|whoever|whatever|somebody|nobody|anybody|anew|meanwhile|by hand|by itself|by themselves|notices?|receivers?|certificates?|handed in|sign(ed)? in|the books|needs? a hand|colors?|canceled|catalog)\b/i,
  }

  it.each(locales)('keeps to the glossary in %s', (locale) => {
    const isWrong = (text: string, table: string) =>
      forbidden[locale].test(text.replace(isOfKeys(table) ? /\{\w+\}|certificates?/gi : /\{\w+\}/g, ''))
    expect(wrongTexts(locale, isWrong)).toEqual([])
  })

  it('calls a device by one name, except for a whole machine and the machine behind a pulse device', () => {
    const isWrong = (text: string, table: string) =>
      /machine/i.test(text.replace(/(whole|connected) machine/gi, '')) && !isForBuyers(table)
    expect(wrongTexts('en-US', isWrong)).toEqual([])
  })
})

describe('the form of texts', () => {
  /** Names, and texts that the specification quotes with capitals. */
  const names =
    /Slotwise|WeChat( Pay)?|WeCom|Alipay|GKash|DingTalk|Lark|Telegram|Chrome|Firefox|Edge|Safari|Android|Excel|Cookie|Shift|Share menu|Devices page|under Initialization|Malaysian?|Chinese|China|English|Simplified|Traditional|Taiwan|Macao|Monday|Binding Error|Unknown Device/g

  it('has capitals only where an English sentence begins, and in names', () => {
    const isWrong = (text: string, table: string) =>
      !table.includes('banks.ts') && /(?<!^|[.?!:/(“"\n] ?)\b[A-Z][a-z]/.test(text.replace(names, 'name'))
    expect(wrongTexts('en-US', isWrong)).toEqual([])
  })

  it('quotes names by curly quotes in English', () => {
    const isWrong = (text: string, table: string) => text.includes('"') && !table.endsWith(' smsWords')
    expect(wrongTexts('en-US', isWrong)).toEqual([])
  })

  it('ends the last of several sentences, unless it is a link or an address', () => {
    const open = /Switch$|Enter it manually$|\{address\}$|\{link\}$|no\. \{id\}\)?$/i
    expect(
      wrongTexts('en-US', (text) => /[.?!] [A-Z{“]/.test(text) && !/[.?!:…]$/.test(text) && !open.test(text)),
    ).toEqual([])
    for (const locale of ['zh-CN', 'zh-TW'] as const)
      expect(
        wrongTexts(locale, (text) => /。./.test(text) && !/[。？：]$/.test(text) && !open.test(text)),
      ).toEqual([])
  })

  it.each(['zh-CN', 'zh-TW'] as const)(
    'has full-width marks and spaces around Latin words in %s',
    (locale) => {
      const marks = /[一-鿿][,;:?!()]|[,;:?!()][一-鿿]/
      const touching = /[一-鿿][A-Za-z0-9]|[A-Za-z0-9%][一-鿿]/
      expect(wrongTexts(locale, (text) => marks.test(text) || touching.test(text))).toEqual([])
    },
  )
})
