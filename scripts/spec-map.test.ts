import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { problemsIn, provedOf, statementsIn } from './spec-map.ts'

const root = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/spec-map.md', root), 'utf8')
const readSource = (path: string) => {
  const file = new URL(path, root)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Every call of the specification; a name without a path inherits the prefix before it. */
const callsOfTheSpecification = [
  ...under(
    '/p/v1/',
    'login checkAccount checkAccount/my checkSmsCode checkSmsCode/my signUp sendPwdSMS resetPwd',
  ),
  ...under(
    '/api/v1/d/',
    'getDev editDev testOut switchLED remoteOuting power refreshSetting unbind setChannelNum',
  ),
  ...under(
    '/api/v1/c/',
    'getDevChannel setChannelInfo putDownGoods setQuantity getResetC resetId exportDevChannel',
  ),
  ...under('/api/v1/u/', 'getArea getStore getAllStore addArea editArea delArea addStore editStore delStore'),
  ...under('/api/v1/b/', 'getBuyBill getPayBill getRefundBill refund'),
  ...under('/api/v1/g/', 'getImg editImg delImg getGoods addPrivate editPrivate delPrivate'),
  ...under('/api/v1/b/', 'getBankNo'),
  ...under('/api/v1/k/', 'getMerchant addBank getBank getImage isExistEmail addBankImg'),
  ...under('/api/v1/b/', 'getFunds getSettle'),
  ...under('/api/v1/a/', 'getPermission getRole addRole editRole delRole'),
  ...under(
    '/api/v1/u/',
    'getSubUser addSubUser editSubUser delSubUser isExistSubUser checkPwd resetSubUserOprPwd',
  ),
  ...under('/api/v1/u/', 'editOprPwd checkOprPwd sendPwdSMS changePwd'),
  ...under('/api/v1/a/', 'overview detail report area store device'),
  ...under('/api/v1/u/', 'getNotifyList getNotifyBindUrl delNotify editNotify'),
  ...under('/api/v1/h/', 'getGift'),
  ...under('/api/v1/b/', 'addGift disableGift getCoupon addCoupon editCoupon delCoupon getCardCouponList'),
  ...under('/api/v1/b/', 'getReferrer addReferrer editReferrer delReferrer'),
  ...under('/api/v1/c/', 'getCardList addCard editCard delCard'),
]

function under(prefix: string, names: string): string[] {
  return names.split(' ').map((name) => prefix + name)
}

describe('the spec map', () => {
  test('can be relied on: ids, areas and every named test', () => {
    const statements = statementsIn(page)
    console.info(`spec map: ${provedOf(statements)}`)
    expect(problemsIn(page, readSource)).toEqual([])
  })

  test('has a table for each section of the specification and one for the decisions', () => {
    const sections = new Set(statementsIn(page).map(({ section }) => section.split('.')[0]))
    expect([...sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Decisions'])
  })

  test('has one row for every call of the specification, in its order', () => {
    const calls = statementsIn(page)
      .filter(({ id }) => id.startsWith('S7-C'))
      .map(({ text }) => /^`([^`]+)`/.exec(text)?.[1])
    expect(calls).toEqual(callsOfTheSpecification)
    expect(new Set(calls).size).toBe(95)
  })
})

describe('a page that cannot be relied on', () => {
  const sources: Record<string, string> = {
    'apps/a.test.ts': `
      describe('login', () => {
        test('needs a name', () => {})
        test.skip('is quick', () => {})
        test('reads a|b', () => {})
      })`,
    'e2e/b.spec.ts': `test.describe('journey', () => { test('signs up', async () => {}) })`,
  }
  const problemsOf = (...rows: string[]) =>
    problemsIn(
      ['## 5. Rules', '', '| id | statement | area | proof |', '| --- | --- | --- | --- |', ...rows].join(
        '\n',
      ),
      (path) => sources[path],
    )

  test('is told from one that can', () => {
    const rows = [
      '| S5-V01 | A name is required | account | `apps/a.test.ts > login > needs a name` |',
      '| S5-V02 | Both | account | `apps/a.test.ts > login > needs a name`<br>`e2e/b.spec.ts > journey > signs up` |',
      String.raw`| S5-V03 | A bar | shell | ${'`'}apps/a.test.ts > login > reads a\|b${'`'} |`,
      '| S5-V04 | Not yet | goods | open |',
    ]
    expect(problemsOf(...rows)).toEqual([])
    expect(provedOf(statementsIn(rows.join('\n')))).toBe('3 of 4 proved')
  })

  test('repeats an id', () => {
    expect(problemsOf('| S5-V01 | One | account | open |', '| S5-V01 | Two | account | open |')).toEqual([
      'line 6: S5-V01 repeats line 5',
    ])
  })

  test.each(['S6-V01', 'S5-1', 'D1-01', ''])('has the id %j, which is none of its section', (id) => {
    expect(problemsOf(`| ${id} | One | account | open |`)).toEqual([
      `line 5: '${id}' is no id of the section '5. Rules'`,
    ])
  })

  test('says nothing in a row', () => {
    expect(problemsOf('| S5-V01 |  | account | open |')).toEqual(['line 5: S5-V01 says nothing'])
  })

  test('has an unknown area', () => {
    expect(problemsOf('| S5-V01 | One | kitchen | open |')).toEqual([
      "line 5: S5-V01 has the unknown area 'kitchen'",
    ])
  })

  test('has a row with a bar too many', () => {
    expect(problemsOf('| S5-V01 | One | or two | account | open |')).toContain('line 5: 5 cells instead of 4')
  })

  test.each([
    '',
    'Open',
    'open<br>open',
    'apps/a.test.ts > login > needs a name',
    '`apps/a.test.ts`',
    '`apps/a.test.ts > `',
    '`apps/a.test.ts > login > needs a name` and more',
    '`apps/a.test.ts > login > needs a name`, `e2e/b.spec.ts > journey > signs up`',
    '`/apps/a.test.ts > login > needs a name`',
    '`apps/../apps/a.test.ts > login > needs a name`',
  ])('has the malformed proof %j', (proof) => {
    expect(problemsOf(`| S5-V01 | One | account | ${proof} |`)).toEqual([
      `line 5: S5-V01 has the malformed proof '${proof}'`,
    ])
  })

  test('names a file that does not exist', () => {
    expect(problemsOf('| S5-V01 | One | account | `apps/c.test.ts > login > needs a name` |')).toEqual([
      'line 5: S5-V01 names the missing file apps/c.test.ts',
    ])
  })

  test.each(['needs a name', 'login', 'login > needs a'])(
    'names the test %j, which does not exist',
    (name) => {
      expect(problemsOf(`| S5-V01 | One | account | \`apps/a.test.ts > ${name}\` |`)).toEqual([
        `line 5: S5-V01 names the missing test '${name}' of apps/a.test.ts`,
      ])
    },
  )

  test('names a missing test beside one that exists', () => {
    const proof = '`apps/a.test.ts > login > needs a name`<br>`e2e/b.spec.ts > journey > signs out`'
    expect(problemsOf(`| S5-V01 | One | account | ${proof} |`)).toEqual([
      "line 5: S5-V01 names the missing test 'journey > signs out' of e2e/b.spec.ts",
    ])
  })

  test('names a test that is skipped', () => {
    expect(problemsOf('| S5-V01 | One | account | `apps/a.test.ts > login > is quick` |')).toEqual([
      "line 5: S5-V01 names the skipped test 'login > is quick' of apps/a.test.ts",
    ])
  })
})
