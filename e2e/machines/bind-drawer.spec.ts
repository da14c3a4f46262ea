import type { Page } from '@playwright/test'
import { deviceFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { addStore } from '../support/regions.ts'
import { bindDrawerWords, bindWords, deviceWords } from '../support/words.ts'

const words = bindDrawerWords['en-US']
const pageWords = bindWords['en-US']
const label = deviceFieldWords['en-US']
const title = deviceWords['en-US'].bindDevice

async function openDrawer(page: Page) {
  await page.goto('/device')
  await page.getByRole('button', { name: title }).first().click()
  const drawer = page.getByRole('dialog', { name: title })
  return {
    drawer,
    sn: field(drawer, label.sn),
    code: field(drawer, words.code),
    name: field(drawer, pageWords.name),
    store: drawer.getByRole('combobox', { name: pageWords.store }),
    bind: drawer.getByRole('button', { name: pageWords.bind }),
  }
}

test('a typed number and code bind a device into the chosen store, and its page opens', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addStore(merchant, 'Quay 7')
  const [machine] = await machines.register({ type: 'gashapon', slots: 4 })
  const { sn, code, name, store, bind } = await openDrawer(page)
  await sn.fill(machine!.sn)
  await code.fill(machine!.code)
  await name.fill('Lobby')
  await store.click()
  await page.getByTitle('Quay 7').click()
  await bind.click()
  await expect(page).toHaveURL(`/device/${machine!.sn}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lobby')
  await expect(page.getByRole('main')).toContainText('Quay 7')
})

test('a refused number or code is explained at its field', async ({
  signedIn: page,
  newMerchant,
  machines,
}) => {
  const stranger = await newMerchant()
  const [taken] = await machines.give(stranger, {})
  const formerlyTheirs = await machines.givenUp(stranger)
  const [free] = await machines.register({})
  const { sn, code, bind } = await openDrawer(page)
  await bind.click()
  await expect(sn).toHaveAccessibleDescription(new RegExp('Required'))
  await expect(code).toHaveAccessibleDescription(new RegExp('Required'))
  await sn.fill('A-17')
  await bind.click()
  await expect(sn).toHaveAccessibleDescription('Digits only')
  await sn.fill(taken!.sn)
  await code.fill(taken!.code)
  await bind.click()
  await expect(sn).toHaveAccessibleDescription(pageWords.elsewhere)
  await sn.fill(formerlyTheirs.sn)
  await code.fill(formerlyTheirs.code)
  await bind.click()
  await expect(sn).toHaveAccessibleDescription(pageWords.needsNewSecret)
  await sn.fill(free!.sn)
  await bind.click()
  await expect(sn).toHaveAccessibleDescription(pageWords.unknownText)
  await code.fill(free!.code)
  await bind.click()
  await expect(page).toHaveURL(`/device/${free!.sn}`)
})

test('the camera fills number and code; another QR code does not', async ({ signedIn: page, machines }) => {
  const [machine] = await machines.register({})
  // No camera and no detector in this browser: both are played, the rest is the product's own.
  await page.addInitScript(() => {
    const seen = { text: 'https://elsewhere.example/' }
    Object.assign(globalThis, {
      seen,
      BarcodeDetector: class {
        detect = async () => (seen.text === '' ? [] : [{ rawValue: seen.text }])
      },
    })
    const canvas = document.createElement('canvas')
    const ink = canvas.getContext('2d')
    // A stream has pictures only while its canvas changes.
    let drawn = 0
    setInterval(() => ink?.fillRect((drawn += 1) % 100, 0, 1, 1), 50)
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: async () => canvas.captureStream(10) },
    })
  })
  const { drawer, sn, code, bind } = await openDrawer(page)
  await drawer.getByRole('button', { name: words.scan }).click()
  await expect(drawer.getByText(words.foreignCode)).toBeVisible()
  await page.evaluate(
    (text) => Object.assign((globalThis as unknown as { seen: object }).seen, { text }),
    `https://console.example/bind?sn=${machine!.sn}&code=${machine!.code}`,
  )
  await expect(sn).toHaveValue(machine!.sn)
  await expect(code).toHaveValue(machine!.code)
  await expect(drawer.getByRole('button', { name: words.scan })).toBeVisible()
  await bind.click()
  await expect(page).toHaveURL(`/device/${machine!.sn}`)
})
