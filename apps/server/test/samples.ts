import { randomBytes } from 'node:crypto'

import { contract } from '@slotwise/contract'

import { inTenant } from '../src/kernel/db.ts'
import { md5 } from '../src/kernel/passwords.ts'
import type { TestApp } from './app.ts'
import { makeArea, makeStore, type Merchant } from './factories.ts'

export type Samples = {
  of(name: string): unknown
  /** Whether the sample of this call names a thing of the owner: nobody else may reach it. */
  namesOwnThings(name: string): boolean
}

/** A well-formed input for every call, which does what it says when its owner sends it. */
export async function makeSamples(app: TestApp, owner: Merchant): Promise<Samples> {
  const area = await makeArea(app, owner)
  const spareArea = await makeArea(app, owner)
  const store = await makeStore(app, owner)
  const gone = { area: await makeArea(app, owner), store: await makeStore(app, owner) }
  await app.call(contract.regions.delArea, { _id: gone.area._id }, { as: owner })
  await app.call(contract.regions.delStore, { _id: gone.store._id }, { as: owner })
  const job = await finishedJob(app, owner)
  const password = md5(randomBytes(8).toString('hex'))
  const phone = '13912345678'
  const table: Record<string, unknown> = {
    'account.login': { username: 'nobody', password },
    'account.checkAccount': { phone },
    'account.checkAccountMy': { phone: '0123456789' },
    'account.checkSmsCode': { sign: 'x', code: '123456' },
    'account.checkSmsCodeMy': { phone: '0123456789', code: '123456' },
    'account.signUp': {
      mchName: 'M',
      country: 'CN',
      phone,
      password,
      business: 'vm',
      sign: 'x',
      code: '123456',
    },
    'account.sendPwdSms': { phone },
    'account.resetPwd': { phone, password, code: '123456' },
    'account.branding': { agent: 'someone' },
    'account.me': {},
    'account.logout': {},
    'account.checkPwd': { password },
    'account.checkOprPwd': { password },
    'account.editOprPwd': { old_oper_pwd: password, new_oper_pwd: '907431' },
    'account.sendHeaderSms': {},
    'account.changePwd': { code: '1234', password },
    'regions.getArea': page({ ids: [area._id] }),
    'regions.addArea': { area_name: 'A' },
    'regions.editArea': { _id: area._id, area_name: 'B' },
    'regions.delArea': { _id: spareArea._id },
    'regions.restoreArea': { _id: gone.area._id },
    'regions.getStore': page({ ids: [store._id] }),
    'regions.getAllStore': page({ ids: [store._id] }),
    'regions.addStore': { store_name: 'S', area: area._id },
    'regions.editStore': { _id: store._id, store_name: 'T' },
    'regions.delStore': { _id: store._id },
    'regions.restoreStore': { _id: gone.store._id },
    'regions.exportRegions': { kind: 'store', condition: {} },
    'jobs.getJobs': page({}),
    'jobs.getJob': { job },
    'jobs.getFileLink': { job },
  }
  const things = new Set([area._id, spareArea._id, store._id, gone.area._id, gone.store._id, job])
  return {
    of(name) {
      if (!(name in table)) throw new Error(`add a sample input for ${name} to test/samples.ts`)
      return table[name]
    },
    namesOwnThings: (name) => leaves(table[name]).some((value) => things.has(value)),
  }
}

const page = (condition: object) => ({ pageNum: 1, pageSize: 10, condition })

/** Every text in a value, however deep. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}

async function finishedJob(app: TestApp, owner: Merchant): Promise<string> {
  const { job_id: id } = await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
    tx
      .insertInto('job')
      .values({
        tenant_id: owner.tenantId,
        account_id: owner.accountId,
        kind: 'regions',
        input: '{}',
        locale: 'en-US',
        state: 'done',
        file_name: 'sample.xlsx',
        blob_key: 'sample',
        created_at: app.clock.now,
        finished_at: app.clock.now,
      })
      .returning('job_id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
