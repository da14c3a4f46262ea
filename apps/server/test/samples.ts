import { randomBytes } from 'node:crypto'

import { inTenant } from '../src/kernel/db.ts'
import { md5 } from '../src/kernel/passwords.ts'
import type { TestApp } from './app.ts'
import { makeArea, makeStore, type Merchant } from './factories.ts'

export type Samples = { of(name: string): unknown }

/** A well-formed input for every call, about things that belong to `owner`. */
export async function makeSamples(app: TestApp, owner: Merchant): Promise<Samples> {
  const area = await makeArea(app, owner)
  const store = await makeStore(app, owner)
  const job = await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
    tx
      .insertInto('job')
      .values({
        tenant_id: owner.tenantId,
        account_id: owner.accountId,
        kind: 'regions',
        input: '{}',
        locale: 'en-US',
        created_at: app.clock.now,
      })
      .returning('job_id')
      .executeTakeFirstOrThrow(),
  )
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
    'regions.getArea': { pageNum: 1, pageSize: 10, condition: {} },
    'regions.addArea': { area_name: 'A' },
    'regions.editArea': { _id: area._id, area_name: 'B' },
    'regions.delArea': { _id: area._id },
    'regions.restoreArea': { _id: area._id },
    'regions.getStore': { pageNum: 1, pageSize: 10, condition: {} },
    'regions.getAllStore': { pageNum: 1, pageSize: 10, condition: {} },
    'regions.addStore': { store_name: 'S', area: area._id },
    'regions.editStore': { _id: store._id, store_name: 'T' },
    'regions.delStore': { _id: store._id },
    'regions.restoreStore': { _id: store._id },
    'regions.exportRegions': { kind: 'store', condition: {} },
    'jobs.getJobs': { pageNum: 1, pageSize: 10, condition: {} },
    'jobs.getJob': { job: job.job_id },
    'jobs.getFileLink': { job: job.job_id },
  }
  return {
    of(name) {
      if (!(name in table)) throw new Error(`add a sample input for ${name} to test/samples.ts`)
      return table[name]
    },
  }
}

/** The calls whose sample names a thing of the owner: nobody else may reach it. */
export const namesOwnThings: ReadonlySet<string> = new Set([
  'regions.editArea',
  'regions.delArea',
  'regions.restoreArea',
  'regions.addStore',
  'regions.editStore',
  'regions.delStore',
  'regions.restoreStore',
  'jobs.getJob',
  'jobs.getFileLink',
])
