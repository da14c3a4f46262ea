import type { Country } from '@slotwise/contract'

import type { Ctx } from '../src/kernel/ctx.ts'
import { addPrivate } from '../src/modules/goods/goods-service.ts'
import { editImg } from '../src/modules/media/image-service.ts'
import { lockFile, noteUpload } from '../src/modules/media/image-queries.ts'
import type { Picture } from '../src/modules/media/picture-rules.ts'
import { fileOf, writeMaster } from '../src/modules/media/stored-pictures.ts'
import { catalogue } from './goods-catalogue.ts'
import { render } from './goods-pictures.ts'

export type Stocked = Omit<(typeof catalogue)[number], 'pictures'> & { pictures: readonly Picture[] }

/** How many drawings are rendered at once; each uses a core. */
const rendererCount = 2

/** Draws the whole catalogue. It takes about a second, so it must not run inside a transaction. */
export async function drawGoods(): Promise<Stocked[]> {
  const drawings = catalogue.flatMap(({ pictures }) => pictures)
  const drawn = new Map<string, Picture>()
  const waiting = drawings.values()
  const renderWaiting = async (): Promise<void> => {
    for (const drawing of waiting) drawn.set(drawing, await render(drawing))
  }
  await Promise.all(Array.from({ length: rendererCount }, renderWaiting))
  return catalogue.map(({ pictures, ...entry }) => ({
    ...entry,
    pictures: pictures.flatMap((drawing) => drawn.get(drawing) ?? []),
  }))
}

/**
 * Whether there are goods, deleted ones included: goods that a merchant deleted must not return with the next start.
 */
export const hasGoods = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx
    .selectFrom('goods')
    .select('goods_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Lists show the newest goods first, so the last of the catalogue is added first. */
export async function seedGoods(ctx: Ctx, stocked: readonly Stocked[]): Promise<void> {
  const { country } = ctx.tenant
  for (const { goods: words, pictures } of stocked.toReversed()) {
    const goods = words[country]
    if (!goods) continue
    const images = []
    for (const [i, picture] of pictures.entries())
      images.push(await storePicture(ctx, picture, nameOf(country, goods.title, i)))
    await addPrivate(ctx, { ...goods, images })
  }
}

const detail: Record<Country, string> = { CN: '细节', MY: 'detail ' }
const nameOf = (country: Country, title: string, i: number): string =>
  i === 0 ? title : `${title} ${detail[country]}${i}`

/** Stores a picture like an upload that is named at once. */
async function storePicture(ctx: Ctx, picture: Picture, name: string): Promise<string> {
  const { width, height, bytes } = picture
  const file = fileOf(ctx.tenant.id, picture)
  const owner = { tenantId: ctx.tenant.id, accountId: ctx.user.id }
  await lockFile(ctx.tx, ctx.tenant.id, file)
  await writeMaster(ctx.deps.blobs, file, picture)
  await noteUpload(ctx.tx, owner, { file, width, height, bytes: bytes.length }, ctx.now)
  const { img_id: id } = await editImg(ctx, { name, file })
  return id
}
