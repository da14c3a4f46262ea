import type { deviceCalls, DevicePick, List, ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { storeNames } from '../regions/index.ts'
import * as store from './store.ts'

type Input<Name extends keyof typeof deviceCalls> = ParsedInputOf<(typeof deviceCalls)[Name]>

export async function getAllDevice(
  ctx: Ctx,
  { condition, ...page }: Input<'getAllDevice'>,
): Promise<List<DevicePick>> {
  const { data, count } = await store.pickDevices(ctx, page, condition)
  const names = await storeNames(
    ctx,
    data.flatMap((device) => device.store ?? []),
  )
  return {
    data: data.map((device) => ({ ...device, store_name: names.get(device.store ?? '') ?? null })),
    count,
  }
}
