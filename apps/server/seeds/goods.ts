import type { Ctx } from '../src/kernel/ctx.ts'
import { fileOf, type Picture, writeMaster } from '../src/kernel/pictures.ts'
import { addPrivate } from '../src/modules/goods/goods-service.ts'
import { editImg } from '../src/modules/goods/image-service.ts'
import { lockFile, noteUpload } from '../src/modules/goods/image-store.ts'
import { catalogue } from './goods-catalogue.ts'
import { render } from './goods-pictures.ts'

type Stocked = Omit<(typeof catalogue)[number], 'pictures'> & { pictures: readonly Picture[] }

/** Drawings at once; each fills a core. */
const hands = 2

/** Draws the whole catalogue. It takes about a second, so no transaction should wait for it. */
export async function drawGoods(): Promise<Stocked[]> {
  const drawings = catalogue.flatMap(({ pictures }) => pictures)
  const drawn = new Map<string, Picture>()
  const waiting = drawings.values()
  const hand = async (): Promise<void> => {
    for (const drawing of waiting) drawn.set(drawing, await render(drawing))
  }
  await Promise.all(Array.from({ length: hands }, hand))
  return catalogue.map(({ pictures, ...entry }) => ({
    ...entry,
    pictures: pictures.flatMap((drawing) => drawn.get(drawing) ?? []),
  }))
}

/** Whether there are goods, or were: what a merchant has deleted does not come back with the next start. */
export const hasGoods = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx
    .selectFrom('goods')
    .select('goods_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The newest stand first, so the last of the catalogue is added first. */
export async function seedGoods(ctx: Ctx, stocked: readonly Stocked[]): Promise<void> {
  for (const { goods, pictures } of stocked.toReversed()) {
    const images = []
    for (const [i, picture] of pictures.entries())
      images.push(await keep(ctx, picture, nameOf(goods.title, i)))
    await addPrivate(ctx, { ...goods, images })
  }
}

const nameOf = (title: string, i: number): string => (i === 0 ? title : `${title} 细节${i}`)

/** As an upload that is given its name at once. */
async function keep(ctx: Ctx, picture: Picture, name: string): Promise<string> {
  const { width, height, bytes } = picture
  const file = fileOf(ctx.tenant.id, picture)
  const owner = { tenantId: ctx.tenant.id, accountId: ctx.user.id }
  await lockFile(ctx.tx, ctx.tenant.id, file)
  await writeMaster(ctx.deps.blobs, file, picture)
  await noteUpload(ctx.tx, owner, { file, width, height, bytes: bytes.length }, ctx.now)
  const { img_id: id } = await editImg(ctx, { name, file })
  return id
}
