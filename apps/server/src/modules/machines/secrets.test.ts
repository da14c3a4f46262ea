/** New secrets of machines, by the operator. */
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { makeBoundMachine, makeMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { authenticate, freshCredentials, revokeSecret, rotateSecret, sendNewSecret } from './index.ts'

const app = await testApp()
const neighbour = await makeMerchant(app)

const auditOf = ({ tenantId }: Merchant) =>
  asOwner(
    app,
    `select call, object, object_id, account_id, username, address, before, after
       from audit where tenant_id = $1 and call = 'ops.secret'`,
    [tenantId],
  )
const rowOf = ({ id, sn }: { id: string; sn: string }) => ({
  call: 'ops.secret',
  object: 'device',
  object_id: id,
  account_id: null,
  username: 'operator',
  address: 'command line',
  before: null,
  after: { sn },
})

describe('a new secret of a machine', () => {
  test('is audited for its merchant as the act of the operator, without the secret', async () => {
    const owner = await makeMerchant(app)
    const machine = await makeBoundMachine(app, owner)
    const secret = await rotateSecret(app.deps, machine.sn)
    const rows = await auditOf(owner)
    expect(rows).toEqual([rowOf(machine)])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(await auditOf(neighbour)).toEqual([])
  })

  test('refuses the old one at once where strangers may know it, and is audited', async () => {
    const owner = await makeMerchant(app)
    const machine = await makeBoundMachine(app, owner)
    const secret = await revokeSecret(app.deps, machine.sn)
    const isTaken = (one: string) => authenticate(app.deps, { sn: machine.sn, secret: one })
    expect([await isTaken(secret), await isTaken(machine.secret)]).toEqual([true, false])
    expect(await auditOf(owner)).toEqual([rowOf(machine)])
  })

  test('that is sent over its connection is audited, too; one that cannot be sent is not', async () => {
    const owner = await makeMerchant(app)
    const machine = await makeOnlineMachine(app, owner)
    const offline = await makeBoundMachine(app, owner)
    await sendNewSecret(app.deps, machine.sn)
    await expect(sendNewSecret(app.deps, offline.sn)).rejects.toThrow('is offline')
    expect(await auditOf(owner)).toEqual([rowOf(machine)])
  })

  test('that is free is audited for no merchant', async () => {
    const count = async () =>
      (await asOwner(app, `select count(*)::int as n from audit where call = 'ops.secret'`))[0]
    const before = await count()
    const { sn, secret } = await makeMachine(app)
    expect(await rotateSecret(app.deps, sn)).not.toBe(secret)
    expect(await count()).toEqual(before)
  })
  test('for virtual machines counts at once, and these machines count from the beginning', async () => {
    const owner = await makeMerchant(app)
    const [machine, sibling] = [await makeOnlineMachine(app, owner), await makeOnlineMachine(app, owner)]
    const boots = () =>
      asOwner(app, 'select boot from device_state where tenant_id = $1 order by device_id', [owner.tenantId])
    expect(await boots()).toEqual([{ boot: '1' }, { boot: '1' }])
    const all = await freshCredentials(app.deps, ['99999999', machine.sn])
    expect(all).toEqual([{ sn: machine.sn, secret: expect.any(String), type: 'vending', slots: 6 }])
    const [fresh] = all
    expect(await boots()).toEqual([{ boot: '0' }, { boot: '1' }])
    const isTaken = (secret = '') => authenticate(app.deps, { sn: machine.sn, secret })
    expect([await isTaken(fresh?.secret), await isTaken(machine.secret)]).toEqual([true, false])
    expect(await authenticate(app.deps, sibling)).toBe(true)
  })
})
