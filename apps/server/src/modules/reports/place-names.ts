/** The names of the places that a report or a plan is limited to, as far as the caller may see them. */
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { isInDeviceScope } from '../../kernel/scope.ts'
import { deviceTitlesBySn } from '../devices/index.ts'
import { seenAreaNames, storeNamesOf } from '../regions/index.ts'

export type ReportPlaces = {
  area?: string | undefined
  store?: string | undefined
  sn?: string | undefined
}
export type PlaceNames = { area_name: string | null; store_name: string | null; dev_title: string | null }

const chosen = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value ?? [])),
]

/** In the order given, with a fixed number of statements for all of them. */
export async function placeNamesOf(ctx: Ctx, places: readonly ReportPlaces[]): Promise<PlaceNames[]> {
  const ref = refOf(ctx)
  const stores = chosen(places.map(({ store }) => store)).filter((store) => isInDeviceScope(ctx, { store }))
  const areaNames = await seenAreaNames(ctx, chosen(places.map(({ area }) => area)))
  const storeNames = await storeNamesOf(ref, stores)
  const titles = await deviceTitlesBySn(ctx, chosen(places.map(({ sn }) => sn)))
  return places.map(({ area, store, sn }) => ({
    area_name: areaNames.get(area ?? '') ?? null,
    store_name: storeNames.get(store ?? '') ?? null,
    dev_title: titles.get(sn ?? '') ?? null,
  }))
}
