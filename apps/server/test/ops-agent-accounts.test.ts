/** The operator's commands for accounts of agents at payment providers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import type { WechatServer } from '../src/ports/payments/testing/wechat-server.ts'
import { testApp } from './app.ts'
import { opsOf } from './ops.ts'
import { asOwner } from './owner.ts'
import { makeProviders, wechatFields } from './pay-account-stand.ts'

const app = await testApp()
const { wechats } = await makeProviders(app, 1)
const [server] = wechats as [WechatServer]
const folder = await mkdtemp(join(tmpdir(), 'slotwise-ops-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const ops = opsOf(app)

const named = ['--code', 'acme', '--provider', 'wechat']
const file = join(folder, 'account.json')
const { private_key: key = '', ...fields } = wechatFields(server)

async function write(content: object): Promise<string> {
  await writeFile(join(folder, 'apiclient_key.pem'), key)
  await writeFile(file, JSON.stringify(content))
  return file
}

describe('the account of an agent', () => {
  test('is set from a file that names the file of a key, tried, listed masked, and switched off', async () => {
    const path = await write({ ...fields, private_key: '@apiclient_key.pem' })
    expect(await ops('agent', 'account', 'set', ...named, '--file', path)).toMatch(/it works, .*signed/)
    const listed = await ops('agent', 'account', 'list')
    expect(listed).toMatch(/^acme wechat 19\*\*\*\*91 in use/)
    expect(listed).not.toContain(fields.account_no)
    expect(await ops('agent', 'account', 'try', ...named)).toMatch(/^it works/)
    await ops('agent', 'account', 'off', ...named)
    expect(await ops('agent', 'account', 'list')).toContain('not in use')
    await expect(ops('agent', 'account', 'off', ...named)).rejects.toThrow('no account at wechat in use')
  })

  test('is refused by the name of the field, and nothing is stored', async () => {
    await asOwner(app, 'delete from agent_account')
    const path = await write({ ...fields, private_key: 'secret-of-nobody' })
    const refused = ops('agent', 'account', 'set', ...named, '--file', path)
    await expect(refused).rejects.toThrow(/^private_key: /)
    await expect(refused).rejects.not.toThrow('secret-of-nobody')
    await writeFile(file, '{"api_key":"secret-of-nobody"')
    const broken = ops('agent', 'account', 'set', ...named, '--file', file)
    await expect(broken).rejects.toThrow('is not a JSON object')
    await expect(broken).rejects.not.toThrow('secret-of-nobody')
    await expect(ops('agent', 'account', 'set', '--code', 'acme', '--provider', 'cash')).rejects.toThrow(
      '--provider is one of wechat, alipay, gkash',
    )
    expect(await asOwner(app, 'select 1 from agent_account')).toEqual([])
  })
})
