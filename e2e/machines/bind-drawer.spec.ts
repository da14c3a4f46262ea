import type { Page } from '@playwright/test'
import { deviceFieldWords } from '@slotwise/contract'
import { encodeQR } from 'qr'

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
  const { drawer, sn, code, name, store, bind } = await openDrawer(page)
  // This computer has no camera, so nothing promises one.
  await expect(drawer.getByText(words.introTyped)).toBeVisible()
  await expect(drawer.getByRole('button', { name: words.scan })).toBeHidden()
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

/** A page with a camera that shows the QR code last given to `show`. This browser has no detector of its own. */
async function playCamera(page: Page): Promise<{ show: (text: string) => Promise<void> }> {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 480
    const ink = canvas.getContext('2d')!
    const seen = { rows: [] as boolean[][], texts: [] as string[] }
    Object.assign(globalThis, { seen })
    // A stream has pictures only while its canvas changes.
    setInterval(() => {
      ink.fillStyle = '#fff'
      ink.fillRect(0, 0, 480, 480)
      ink.fillStyle = '#000'
      const size = Math.floor(480 / (seen.rows.length || 1))
      for (const [y, row] of seen.rows.entries())
        for (const [x, isDark] of row.entries()) if (isDark) ink.fillRect(x * size, y * size, size, size)
    }, 100)
    Object.defineProperty(navigator, 'mediaDevices', {
      value: {
        enumerateDevices: async () => [{ kind: 'videoinput' }],
        getUserMedia: async () => canvas.captureStream(10),
      },
    })
  })
  const show = (text: string): Promise<void> =>
    page.evaluate((next) => void Object.assign((globalThis as unknown as { seen: object }).seen, next), {
      rows: encodeQR(text, 'raw', { border: 4 }),
      texts: [text],
    })
  return { show }
}

/** Plays the detector that some browsers have; it reports the text of the code that the camera shows. */
const playDetector = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { seen } = globalThis as unknown as { seen: { texts: string[] } }
    Object.assign(globalThis, {
      BarcodeDetector: class {
        static getSupportedFormats(): Promise<string[]> {
          return Promise.resolve(['qr_code'])
        }
        detect = async () => seen.texts.map((rawValue) => ({ rawValue }))
      },
    })
  })

for (const [title, prepare] of [
  ['the camera fills number and code; another QR code does not', async () => undefined],
  ['a detector of the browser is used where there is one', playDetector],
] as const)
  test(title, async ({ signedIn: page, machines }) => {
    const [machine] = await machines.register({})
    const decoders: string[] = []
    page.on('request', (request) => {
      if (/decode/.test(request.url())) decoders.push(request.url())
    })
    const camera = await playCamera(page)
    await prepare(page)
    const { drawer, sn, code, bind } = await openDrawer(page)
    await expect(drawer.getByText(words.intro)).toBeVisible()
    expect(decoders).toEqual([])
    await camera.show('https://elsewhere.example/')
    await drawer.getByRole('button', { name: words.scan }).click()
    await expect(drawer.getByText(words.foreignCode)).toBeVisible()
    await camera.show(`https://console.example/bind?sn=${machine!.sn}&code=${machine!.code}`)
    await expect(sn).toHaveValue(machine!.sn)
    await expect(code).toHaveValue(machine!.code)
    await expect(drawer.getByRole('button', { name: words.scan })).toBeVisible()
    expect(decoders).toHaveLength(prepare === playDetector ? 0 : 1)
    await bind.click()
    await expect(page).toHaveURL(`/device/${machine!.sn}`)
  })
