import { readFile } from 'node:fs/promises'

import {
  dayOf,
  fill,
  planRhythmWords,
  reportColumns,
  reportFieldWords,
  reportPrecisionWords,
  reportScaleWords,
} from '@slotwise/contract'

import { field, fillAndLeave, pick } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { sellDirectly } from '../support/direct.ts'
import { addStore } from '../support/regions.ts'
import { accountOf, addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { rows, sell, seller } from '../support/sales.ts'
import { reportWords, uiWords } from '../support/words.ts'

const words = reportWords['en-US']
const label = reportFieldWords['en-US']
const ui = uiWords['en-US']

test('a report is made as the form says, followed to its end, downloaded, made again and deleted', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await sell(await seller(merchant, machines))
  const today = dayOf(new Date(), 480)
  await page.goto('/download')
  await page.getByRole('button', { name: words.make }).first().click()
  const form = page.getByRole('dialog', { name: words.make })
  await form.getByText(reportScaleWords['en-US'].device, { exact: true }).click()
  await form.getByText(reportPrecisionWords['en-US'].deal, { exact: true }).click()
  await pick(page, field(form, words.range), ui.today)
  await pick(page, field(form, label.locale), '简体中文')
  await pick(page, field(form, label.format), 'CSV (.csv)')
  const preview = form.getByRole('region', { name: words.preview })
  await expect(preview).toContainText(`销售明细 ${today}.csv`)
  const titles = reportColumns(
    'zh-CN',
    { data_scale: 'device', data_precision: 'deal' },
    merchant.country === 'MY' ? 'MYR' : 'CNY',
  )
  await expect(preview.getByRole('listitem')).toHaveText(titles)
  await form.getByRole('button', { name: words.make }).click()
  await expect(form).toBeHidden()

  const row = rows(page).filter({ hasText: 'Deals' })
  await expect(row).toContainText(ui.jobDone)
  const name = `Deals ${today}`
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: `${words.download}: ${name}` }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`销售明细 ${today}.csv`)
  const [header, first] = (await readFile(await file.path(), 'utf8')).slice(1).split('\r\n')
  expect(header).toBe(titles.join(','))
  expect(first).toContain(',Cola,')
  expect(first).toContain(',3.50,')

  await row.getByRole('button', { name: `${words.again}: ${name}` }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText(ui.jobDone)
  await rows(page)
    .first()
    .getByRole('button', { name: `${ui.delete}: ${name}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: words.deleteReport }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('a report that comes by itself is added, edited, stopped, and kept after all', async ({
  signedIn: page,
}) => {
  await page.goto('/download?tab=plans')
  await page.getByRole('button', { name: words.addPlan }).first().click()
  const adding = page.getByRole('dialog', { name: words.addPlan })
  await fillAndLeave(field(adding, label.name), 'Monday')
  await adding.getByText(planRhythmWords['en-US'].week, { exact: true }).click()
  await expect(adding).toContainText(words.rhythmWeek)
  await adding.getByRole('button', { name: words.addPlan }).click()
  await expect(notices(page)).toContainText(words.planAdded)
  const row = rows(page).filter({ hasText: 'Monday' })
  await expect(row).toContainText(planRhythmWords['en-US'].week)

  await row.getByRole('button', { name: `${ui.edit}: Monday` }).click()
  const editing = page.getByRole('dialog', { name: words.editPlan })
  await fillAndLeave(field(editing, label.name), 'Weekly')
  await editing.getByRole('button', { name: words.savePlan }).click()
  await rows(page)
    .getByRole('button', { name: `${words.stop}: Weekly` })
    .click()
  const question = page.getByRole('dialog', { name: fill(words.stopTitle, { name: 'Weekly' }) })
  await question.getByRole('button', { name: words.stopPlan }).click()
  await expect(page.getByText(words.noPlans)).toBeVisible()
  await notices(page).getByRole('button', { name: ui.undo }).click()
  await expect(rows(page)).toContainText('Weekly')
})

test('the report of a user of one store has that store alone', async ({ merchant, machines, consoleOf }) => {
  const [harbour, airport] = [await addStore(merchant, 'Harbour'), await addStore(merchant, 'Airport')]
  const [lobby, gate] = await machines.give(
    merchant,
    { title: 'Lobby', storeId: harbour._id },
    { title: 'Gate', storeId: airport._id },
  )
  const { token } = merchant.session
  await sellDirectly(token, lobby!.sn, [{ client: 'coin' }])
  await sellDirectly(token, gate!.sn, [{ client: 'coin', total_price: 900 }])
  const role = await addRole(merchant, 'Harbour crew', ['statistics.report'])
  await addSubUser(merchant, 'Kim', role, { all_device: false, store: [harbour._id] })
  const page = await consoleOf(accountOf(merchant, 'kim'), staffPassword)
  await page.goto('/download')
  await page.getByRole('button', { name: words.make }).first().click()
  const form = page.getByRole('dialog', { name: words.make })
  await form.getByText(reportScaleWords['en-US'].store, { exact: true }).click()
  await form.getByText(reportPrecisionWords['en-US'].day, { exact: true }).click()
  await pick(page, field(form, words.range), ui.today)
  await pick(page, field(form, label.format), 'CSV (.csv)')
  await form.getByRole('button', { name: words.make }).click()
  await expect(rows(page)).toContainText(ui.jobDone)
  const download = page.waitForEvent('download')
  await rows(page)
    .getByRole('button', { name: new RegExp(`^${words.download}`) })
    .click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('Harbour')
  expect(file).toContain('3.50')
  expect(file).not.toMatch(/Airport|9\.00|12\.50/)
})
