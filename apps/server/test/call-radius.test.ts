/**
 * Every call of the contract, made by its owner, changes only the rows that `declared-changes.ts` names. The merchant
 * has everything twice, so that a statement without its machine, store or person also changes the second one. Each call is then
 * made for the second one too, which must not be affected by the first.
 */
import { type Call, contract } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { md5 } from '../src/kernel/passwords.ts'
import { foldFunds } from '../src/modules/ledger/index.ts'
import { testApp } from './app.ts'
import {
  differencesOf,
  everyRow,
  type Declared,
  idleIn,
  misdirectedIn,
  type Stored,
  undeclaredIn,
  wordlessIn,
} from './blast-radius.ts'
import { declaredChanges, type Input, type Named } from './declared-changes.ts'
import {
  makeMerchant,
  makeStaff,
  makeSubUser,
  type Merchant,
  nextAddress,
  testOperation,
  testPassword,
  unlock,
} from './factories.ts'
import { makePaid } from './fund-stand.ts'
import { asOwner } from './owner.ts'
import { makeSamples, type Samples } from './samples.ts'

const calls = Object.entries(contract).flatMap(([domain, table]) =>
  Object.entries(table).map(([name, row]) => [`${domain}.${name}`, row as Call] as const),
)

/** A second set of the same things, of the same merchant. */

const app = await testApp()
const owner = await makeMerchant(app)
const sets = [await makeSamples(app, owner, 'First'), await makeSamples(app, owner, 'Second')]
await makeSamples(app, await makeMerchant(app), 'Neighbour')

/** An export only adds a row for the worker. */
const isExport = (name: string): boolean => /\.export\w+$|^reports\.report$/.test(name)

/** Entries that say all by their name: sessions, passwords and browsers are secret, and an import has its own list. */
const isWordless = (name: string): boolean =>
  name.startsWith('account.') ||
  ['goods.applyImport', 'jobs.getFileLink', 'notify.addPush', 'notify.delPush'].includes(name)

describe('only what is named and what belongs to it changes', () => {
  test('every declaration belongs to a call that exists', () => {
    const names = new Set<string>(calls.map(([name]) => name))
    expect(Object.keys(declaredChanges).filter((name) => !names.has(name))).toEqual([])
  })

  test.each(calls)('%s', async (name, row) => {
    await commandsEnd()
    for (const samples of sets) {
      await timePasses()
      const { input, by } = await prepared(name, samples)
      const as = row.access === 'public' ? undefined : by
      const before = await everyRow(app)
      const { body } = await app.post(row.path, input, { as, address: nextAddress() })
      expect(body.rcode, JSON.stringify(body)).toBe(0)
      // A list shows the requested thing and not its sibling.
      const { count, data } = (body.result ?? {}) as { count?: number; data?: unknown }
      if (!row.changes && count !== undefined && data !== undefined && samples.namesOwnThings(name))
        expect(count).toBe(1)
      const after = await everyRow(app)
      const differences = differencesOf(before, after)
      const own = isExport(name)
        ? { job: 'added' as const }
        : (declaredChanges[name]?.(namedIn(before, input, by)) ?? {})
      const counter = { tenant_id: by.tenantId }
      const always: Declared = row.changes
        ? { audit: 'added', live_event: 'added', live_event_counter: counter }
        : {}
      expect(undeclaredIn(differences, { ...always, ...own })).toEqual([])
      expect(misdirectedIn(differences, after)).toEqual([])
      expect(idleIn(differences, own)).toEqual([])
      if (!isWordless(name)) expect(wordlessIn(differences)).toEqual([])
    }
  })
})

/** Advances the clock by a minute, because of limits per minute. Machines stay online and exports end. */
async function timePasses(): Promise<void> {
  app.clock.advance(61)
  await asOwner(app, 'update device_state set heard_at = $1 where online', [app.clock.now])
  await asOwner(app, `update job set state = 'done' where state = 'waiting'`)
}

/** Ends all commands, because a machine runs one command at a time. A command at the sibling must not block it. */
async function commandsEnd(): Promise<void> {
  await asOwner(app, `update command set state = 'done', finished_at = $1 where finished_at is null`, [
    app.clock.now,
  ])
}

function namedIn(before: Stored, input: unknown, by: Merchant): Named {
  const named = input as Input
  return {
    input: named,
    by,
    machine() {
      const slots = (named['slots'] ?? []) as { sn: string }[]
      const given: unknown = named['sn'] ?? named['sns'] ?? slots.map(({ sn }) => sn)
      const sns = new Set<unknown>([given].flat())
      const devices = [...before.values()].filter(
        ({ table, row }) => table === 'device' && row['unbound_at'] === null && sns.has(row['sn']),
      )
      return { device_id: devices.map(({ row }) => row['device_id']) }
    },
    before(name, column, value) {
      const found = [...before.values()].find(
        ({ table, row }) => table === name && String(row[column]) === String(value),
      )
      return found?.row ?? {}
    },
    bill() {
      const { row } =
        [...before.values()].find((one) => one.table === 'bill' && one.row['orderno'] === named['orderno']) ??
        {}
      return { device_id: row?.['device_id'], store_id: row?.['store_id'] }
    },
    selling(goods) {
      const slots = [...before.values()].filter(
        ({ table, row }) => table === 'channel' && String(row['goods_id']) === goods,
      )
      return { device_id: slots.map(({ row }) => row['device_id']) }
    },
  }
}

/** The code that an invited sub-account has got. */
async function invitedBy(merchant: Merchant): Promise<string> {
  const phone = nextPhone()
  const { sub_userid } = await makeSubUser(app, merchant, { password: undefined, phone })
  await app.call(contract.staff.inviteSubUser, { sub_userid }, { as: merchant })
  const link = await app.lastCode(`+86${phone}`)
  return link.slice(link.indexOf('#') + 1)
}

/** The sample and its sender, after the steps that the call needs: a code that was sent, a session to leave. */
async function prepared(name: string, samples: Samples): Promise<{ input: unknown; by: Merchant }> {
  if (!name.startsWith('account.')) {
    const input = samples.of(name) as Input
    // An account is one receiver.
    if (name === 'notify.bindNotify')
      await asOwner(app, 'update receiver set deleted_at = $2 where account_id = $1', [
        owner.accountId,
        app.clock.now,
      ])
    // A change can be undone for an hour, and more than that has passed.
    if (name === 'refills.undoRefill') await asOwner(app, 'update bulk_refill set at = $1', [app.clock.now])
    if (name === 'slots.undoGoodsSlots') await asOwner(app, 'update slot_change set at = $1', [app.clock.now])
    if (['goods.undoGoods', 'slots.getListPriceSlots', 'slots.applyListPrices'].includes(name))
      await asOwner(app, 'update goods_change set at = $1', [app.clock.now])
    // All money without an account is given away at once.
    if (name === 'funds.assignFunds') {
      await makePaid(app, owner, null)
      await foldFunds(app.deps, owner.tenantId)
    }
    return { input: 'sign' in input ? { ...input, sign: await unlock(app, owner) } : input, by: owner }
  }
  const by = await makeMerchant(app)
  await unlock(app, await makeStaff(app, by, { operation: testOperation }))
  const send = async (call: Call, input: object) =>
    (await app.post(call.path, input, { as: by, address: nextAddress() })).body.result as Input
  if (name === 'account.sendPhoneSms' || name === 'account.verifyPhone') {
    const person = await makeStaff(app, by)
    const phone = nextPhone()
    await asOwner(app, 'update account set phone = $2 where account_id = $1', [person.accountId, phone])
    if (name === 'account.sendPhoneSms') return { input: {}, by: person }
    await app.post(contract.account.sendPhoneSms.path, {}, { as: person, address: nextAddress() })
    return { input: { code: await app.lastCode(phone) }, by: person }
  }
  const steps: Record<string, () => Promise<Input>> = {
    'account.login': async () => ({ username: by.username, password: md5(testPassword) }),
    'account.checkAccount': async () => ({ phone: nextPhone() }),
    'account.checkAccountMy': async () => ({ phone: nextMalaysian() }),
    'account.checkSmsCodeMy': async () => {
      const phone = nextMalaysian()
      await send(contract.account.checkAccountMy, { phone })
      return { phone, code: await app.lastCode(phone.slice(1)) }
    },
    'account.getInvitation': async () => ({ code: await invitedBy(by) }),
    'account.acceptInvitation': async () => ({ code: await invitedBy(by), password: md5('a new password') }),
    'account.signUp': async () => {
      const phone = nextPhone()
      const { sign } = await send(contract.account.checkAccount, { phone })
      return { ...(samples.of(name) as Input), phone, sign, code: await app.lastCode(phone) }
    },
    'account.sendPwdSms': async () => ({ phone: by.username }),
    'account.resetPwd': async () => {
      await send(contract.account.sendPwdSms, { phone: by.username })
      return { phone: by.username, password: md5('another one'), code: await app.lastCode(by.username) }
    },
    'account.checkOprPwd': async () => ({ password: md5(testOperation) }),
    'account.editOprPwd': async () => ({ old_oper_pwd: md5(testOperation), new_oper_pwd: '907431' }),
    'account.resetOprPwd': async () => {
      await send(contract.account.sendOprPwdSms, {})
      const code = await app.lastCode(by.username)
      return { password: md5(testPassword), code, new_oper_pwd: '907431' }
    },
    'account.changePwd': async () => {
      await send(contract.account.sendHeaderSms, {})
      return { code: await app.lastCode(by.username), password: md5('another one') }
    },
  }
  return { input: (await steps[name]?.()) ?? samples.of(name), by }
}

let serial = 0
const nextPhone = (): string => `137${String((serial += 1)).padStart(8, '0')}`
const nextMalaysian = (): string => `012${String((serial += 1)).padStart(7, '0')}`
