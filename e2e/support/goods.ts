import type { Locator, Page } from '@playwright/test'
import {
  type Answer,
  type Goods,
  goodsCalls,
  type GoodsInput,
  type Image,
  success,
  type UploadedImage,
  mediaCalls,
} from '@slotwise/contract'
import type { z } from 'zod'

import { insertSlotDirectly } from './direct.ts'
import type { Merchant } from './merchant.ts'
import { makePng, type PngWish } from './pictures.ts'
import { callServer, serverUrl } from './server.ts'

type GoodsWish = Partial<Omit<z.input<typeof GoodsInput>, 'title'>>

export const addGoods = (merchant: Merchant, title: string, wish: GoodsWish = {}): Promise<Goods> =>
  callServer(
    goodsCalls.addPrivate,
    { title, ...(wish.min_price === undefined ? { price: 350 } : {}), ...wish },
    merchant.caller,
  )

/** Adds them one after the other, so that their order is defined. */
export async function addManyGoods(merchant: Merchant, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1)
    await addGoods(merchant, `Goods ${String(n).padStart(2, '0')}`, { price: n * 100 })
}

/** Uploads a picture as the console does, and saves it under this name. */
export async function addPicture(merchant: Merchant, name: string, wish?: PngWish): Promise<Image> {
  const { address, token = '', secret = '' } = merchant.caller
  const response = await fetch(serverUrl() + mediaCalls.uploadImg.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-forwarded-for': address,
      'x-access-token': token,
      'x-access-secret': secret,
    },
    body: new Uint8Array(makePng(wish)),
  })
  const { rcode, msg, result } = (await response.json()) as Answer<z.infer<typeof UploadedImage>>
  if (rcode !== success) throw new Error(`${name} was not uploaded: ${rcode} ${msg}`)
  return callServer(mediaCalls.editImg, { name, file: result.file }, merchant.caller)
}

/** The card of goods, or of a picture, by its name. */
export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The names on the cards, in order. */
export const cardNames = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 2 })

/** Puts goods into a slot, as binding and filling a machine does. */
export const putIntoSlot = (merchant: Merchant, goods: Goods, channel = 7): Promise<void> =>
  insertSlotDirectly(merchant.session.token, { sn: `8${merchant.phone}`, channel, goodsId: goods.goods_id })

type GivenFile = { name: string; mimeType: string; buffer: Buffer }

/** Drops or pastes files by the events that the browser would send. */
export async function giveFiles(page: Page, way: 'drop' | 'paste', files: GivenFile[]): Promise<void> {
  const given = files.map(({ buffer, ...file }) => ({ ...file, bytes: buffer.toString('base64') }))
  await page.evaluate(
    ({ way, given }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, bytes } of given) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)
        data.items.add(new File([content], name, { type: mimeType }))
      }
      const event =
        way === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
    },
    { way, given },
  )
}
